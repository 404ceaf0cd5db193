import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";

// A deployment takes away the parts that an open page has not loaded yet; the new page has new
// ones. Where a part is missing from the new page too, loading it again and again would not help.
const RELOADED = "algorally-reloaded";
const ONCE_IN = 60_000;
addEventListener("vite:preloadError", () => {
  const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
  if (Date.now() - last < ONCE_IN) return;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  location.reload();
});

const target = document.getElementById("app");
if (target) mount(App, { target });
