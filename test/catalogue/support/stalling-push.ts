import { PostgresCatalogue } from "../../../src/catalogue/postgres-catalogue.ts";
import type { ReleaseToPush } from "../../../src/catalogue/release-catalogue.ts";
import { Database } from "../../../src/database/database.ts";

/** Pushes a release and stops after its second chunk, until it is killed; tells that it has. */
const [url = "", release = ""] = process.argv.slice(2);
const catalogue = new PostgresCatalogue(new Database(url));
let chunks = 0;
await catalogue.push(JSON.parse(release) as ReleaseToPush, () => {
  chunks += 1;
  // Sent first; then nothing of this process runs any longer, and its connections stay open.
  if (chunks === 2) process.send?.("stopped", () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
});
