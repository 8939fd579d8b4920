import { EmbeddedCatalogue } from "../../../../src/nodes/catalogue/embedded-catalogue.ts";
import { PostgresCatalogue } from "../../../../src/nodes/catalogue/postgres-catalogue.ts";
import type { ReleaseCatalogue, ReleaseToPush } from "../../../../src/nodes/catalogue/release-catalogue.ts";
import { ReleaseFolder } from "../../../../src/nodes/catalogue/release-folder.ts";
import { Database } from "../../../../src/nodes/database/database.ts";
import type { Order, TrialPlace } from "./other-process.ts";

/* What `OtherProcess` starts: it carries out one order after the other on the catalogue that each of them names. */

process.on("message", async ({ place, ...order }: Order) => {
  const catalogue = opened(place);
  try {
    if ("push" in order) process.send?.({ outcome: await catalogue.push(order.push, () => {}) });
    else if ("prune" in order) process.send?.({ outcome: await catalogue.prune(order.prune) });
    else await stall(catalogue, order.stall);
  } catch (error) {
    process.send?.({ error: String(error) });
  } finally {
    await catalogue.close();
  }
});
process.send?.("ready");

function opened(place: TrialPlace): ReleaseCatalogue {
  if ("database" in place) return new PostgresCatalogue(new Database(place.database));
  return new EmbeddedCatalogue({ file: place.file, folder: new ReleaseFolder(place.folder), servers: () => [] });
}

/** Pushes a release and stops after its second chunk, until it is killed; tells that it has. */
async function stall(catalogue: ReleaseCatalogue, release: ReleaseToPush): Promise<void> {
  let chunks = 0;
  await catalogue.push(release, () => {
    chunks += 1;
    // Told first; then nothing of this process runs any longer, and its locks and connections stay.
    const stop = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    if (chunks === 2) process.send?.({ outcome: "stalled" }, stop);
  });
}
