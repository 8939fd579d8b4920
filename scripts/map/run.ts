import { readFileSync, writeFileSync } from "node:fs";
import { PAGE, withMap } from "./page.ts";

/* npm run map: draws the modules and their table into docs/contributing/architecture.md, after a change of modules or of imports between them. */

writeFileSync(PAGE, withMap(readFileSync(PAGE, "utf8")));
console.log("docs/contributing/architecture.md: the drawing and the table of modules");
