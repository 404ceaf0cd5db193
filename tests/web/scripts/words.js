// All words of the page, also those that are only read out; but for what is English by intent.
() => {
  const SILENT = new Set(["SCRIPT", "STYLE", "CODE"]);
  const SPOKEN = ["aria-label", "title", "alt", "placeholder"];
  const words = [document.title];
  const walk = (element) => {
    const foreign = element.lang === "en" && document.documentElement.lang !== "en";
    if (SILENT.has(element.tagName) || foreign) return;
    words.push(...SPOKEN.map((name) => element.getAttribute(name) ?? ""));
    for (const child of element.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) words.push(child.textContent);
      else if (child.nodeType === Node.ELEMENT_NODE) walk(child);
    }
  };
  walk(document.body);
  return words.map((one) => one.trim()).filter(Boolean);
}
