import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The built client goes into the Python package, from where the server serves it.
export default defineConfig({
  plugins: [svelte()],
  build: { outDir: "../src/algorally/server/pages", emptyOutDir: true, target: "es2022" },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8080", ws: true } } },
});
