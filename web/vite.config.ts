import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// The built client goes into the Python package, from where the server serves it.
export default defineConfig({
  plugins: [svelte()],
  build: { outDir: "../src/algorally/server/pages", emptyOutDir: true, target: "es2022" },
  test: { testTimeout: 60_000 }, // the first test of a file waits for what it imports, on a busy machine long
  server: { proxy: { "/api": { target: "http://127.0.0.1:8080", ws: true } } },
});
