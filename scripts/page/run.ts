import { join } from "node:path";
import { buildPage } from "./build.ts";

/* npm run page: builds the page at `/`, where its source has changed since. */

await buildPage(join(import.meta.dirname, "..", ".."));
