// The page that the address names.
export const address = $state({ path: location.pathname, hash: location.hash });

function read() {
  address.path = location.pathname;
  address.hash = location.hash;
}

addEventListener("popstate", read);

/** Go to another page, without asking the server for it. */
export function go(path: string, replace = false) {
  if (replace) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  read();
  scrollTo(0, 0);
}

/** The table from which somebody looks something up, "" if from none. */
export function tableBeside(): string {
  const [, page, id = ""] = address.path.split("/");
  return page === "table" ? id : (new URLSearchParams(location.search).get("table") ?? "");
}

/** A link to what is looked up: from a table it opens beside it, and the page there knows the way back. */
export function lookUp(path: string, rule = "") {
  const table = tableBeside();
  const href = path + (table && `?table=${encodeURIComponent(table)}`) + (rule && `#${rule}`);
  return { href, target: address.path.startsWith("/table/") ? "_blank" : null };
}

/** Follow a link inside of the client. */
export function follow(event: MouseEvent) {
  const link = (event.target as Element).closest?.("a");
  if (!link || link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button || link.pathname.startsWith("/api/")) return;
  if (link.hash && link.pathname === location.pathname) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}
