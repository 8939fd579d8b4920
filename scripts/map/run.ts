import { readFileSync, writeFileSync } from "node:fs";
import { PAGE, withMap } from "./page.ts";

/* npm run map: draws the rooms and their table into docs/architecture.md anew, after a change of rooms or of imports between them. */

writeFileSync(PAGE, withMap(readFileSync(PAGE, "utf8")));
console.log("docs/architecture.md: the drawing and the table of rooms");
