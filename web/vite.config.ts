import { defineConfig } from "vite";

/** The page at `/`: no address but its own, nothing inline, so that the strictest policy (CSP) allows it. */
export default defineConfig({
  // Every view is the same document, whatever its address.
  base: "/",
  // Also where a test builds the page: Vite goes by NODE_ENV, and would write file and line of every element into the scripts.
  oxc: { jsx: { runtime: "automatic", importSource: "preact", development: false } },
  build: {
    target: "es2022",
    modulePreload: false,
    assetsInlineLimit: 0,
    // One file of styles: a view that is opened has its own at once, and nothing jumps.
    cssCodeSplit: false,
    rolldownOptions: {
      // What Look up needs is one script. Each other view has a script with what it needs besides (web/src/views.ts).
      output: { codeSplitting: { groups: [{ name: "index", tags: ["$initial"] }] } },
    },
  },
});
