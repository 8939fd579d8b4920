import { basename } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import type { Day } from "../../src/core/calendar/day.ts";
import { isFailure } from "../../src/core/runtime/failure.ts";
import { type Publication, titleOfPublication } from "../../src/imports/declaring/publication.ts";
import { importFile } from "../../src/imports/import-file.ts";
import { allPublications } from "../../src/states/publications.ts";

/* A thread for imports, so that a file which exhausts the memory ends the thread and not the tool. */

const { dataset } = workerData as { readonly dataset: string };
const publications = await allPublications();
const publication = publications.find((each) => titleOfPublication(each) === "federal/nucc") as Publication;

/** Answers null for rows or a failure of ours that names the file, and the stack of anything else. */
parentPort?.on("message", async (file: string) => {
  const [asOf, today] = ["2026-10-01" as Day, "2026-11-15" as Day];
  const end = await importFile({ publications, publication, file, dataset, asOf, dryRun: true, today }).then(
    () => null,
    (error: unknown) => (isTold(error, file) ? null : ((error as Error).stack ?? String(error))),
  );
  parentPort?.postMessage(end);
});

function isTold(error: unknown, file: string): boolean {
  return isFailure(error) && error.message.startsWith(`${basename(file)}: `);
}
