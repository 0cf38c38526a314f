import { svelte } from "@sveltejs/vite-plugin-svelte"
import { defineConfig } from "vite"

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/sightline/server/static",
    emptyOutDir: true,
    assetsInlineLimit: 0, // nothing inline: the Content-Security-Policy allows none
    modulePreload: { polyfill: false },
    target: "es2022",
    rolldownOptions: { checks: { bundlerTimings: false } }, // how long each plugin took is nothing to mend
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
})
