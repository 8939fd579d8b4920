import { defineConfig } from "vite";

/** The page at `/`: no address but its own, nothing inline, so that the strictest policy (CSP) allows it. */
export default defineConfig({
  // Every view is the same document, whatever its address.
  base: "/",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    cssCodeSplit: false,
  },
});
