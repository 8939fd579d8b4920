import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { type HostileFile, hostileFiles } from "../../test/imports/hostile-files.ts";
import { type Budget, within } from "../fire/budget.ts";
import type { Findings } from "../fire/findings.ts";
import type { Random } from "../fire/random.ts";
import type { Workspace } from "../fire/workspace.ts";
import { smallDataset } from "./small-dataset.ts";

/** No small file takes as long, however it is made and however busy the machine is. */
const IMPORT_MILLISECONDS_MAX = 120_000;
/** What the importers may use, and some more. */
const HEAP_MEBIBYTES_MAX = 768;
const SHOWN_BYTES_MAX = 3_000;

/** Imports files that are damaged or meant to do harm: every end is rows, or a failure that says why. */
export async function fuzzImports(
  workspace: Workspace,
  random: Random,
  budget: Budget,
  findings: Findings,
): Promise<void> {
  const dataset = await smallDataset("ca", workspace.path("imported"));
  const folder = workspace.fresh("downloads");
  const files = hostileFiles(random.next)[Symbol.iterator]();
  const before = readdirSync(dataset).sort().join(" ");
  let thread: Worker | null = null;
  for (const isOn = within(budget); isOn(); ) {
    const hostile = files.next().value as HostileFile;
    const file = join(folder, "download");
    writeFileSync(file, hostile.bytes);
    thread ??= newThread(dataset);
    const end = await endOf(thread, file);
    findings.check("import files", end.problem ?? leftProblem(dataset, before), shown(hostile));
    if (!end.isUsable) {
      await thread.terminate();
      thread = null;
      // A thread that was ended could not clear up after itself.
      rmSync(join(dataset, ".import"), { recursive: true, force: true });
    }
  }
  await thread?.terminate();
}

function newThread(dataset: string): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: HEAP_MEBIBYTES_MAX };
  return new Worker(new URL("./import-thread.ts", import.meta.url), { workerData: { dataset }, resourceLimits });
}

interface End {
  readonly problem: string | null;
  /** Whether the thread can take another file. */
  readonly isUsable: boolean;
}

function endOf(thread: Worker, file: string): Promise<End> {
  return new Promise((resolve) => {
    const settle = (end: End): void => {
      clearTimeout(deadline);
      thread.removeAllListeners();
      // What a thread says while it is ended is known already.
      thread.on("error", () => {});
      resolve(end);
    };
    const deadline = setTimeout(
      () => settle({ problem: `takes longer than ${IMPORT_MILLISECONDS_MAX} ms`, isUsable: false }),
      IMPORT_MILLISECONDS_MAX,
    );
    thread.removeAllListeners();
    thread.on("message", (problem: string | null) => settle({ problem, isUsable: true }));
    thread.on("error", (error: unknown) => settle({ problem: (error as Error).message, isUsable: false }));
    thread.postMessage(file);
  });
}

function leftProblem(dataset: string, before: string): string | null {
  const now = readdirSync(dataset).sort().join(" ");
  return now === before ? null : `left in the dataset: ${now}`;
}

function shown({ name, bytes }: HostileFile): unknown {
  return { name, bytes: bytes.length, base64: bytes.subarray(0, SHOWN_BYTES_MAX).toString("base64") };
}
