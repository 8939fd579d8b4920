import { createHash, randomUUID } from "node:crypto";
import {
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { SHARED_RELEASES_VARIABLE } from "./suite/shared-releases.ts";

const SAMPLE = join(import.meta.dirname, "..", "..", "data", "sample");

/** A release that others read at the same time: nobody writes to it. */
export interface SharedRelease {
  readonly file: string;
  discard(): void;
}

/**
 * A dataset folder compiled for all states. Whoever asks first in a run of the tests compiles it, and the others read the same file: a
 * dataset with the same files in it gives the same release. Tests that are about compiling compile themselves.
 */
export async function sharedRelease(dataset: string): Promise<SharedRelease> {
  const shared = process.env[SHARED_RELEASES_VARIABLE];
  const folder = shared || mkdtempSync(join(tmpdir(), "ratebook-compiled-"));
  const file = join(folder, `${contentOf(dataset)}.db`);
  if (!existsSync(file)) await compile(dataset, file);
  return {
    file,
    discard() {
      if (!shared) rmSync(folder, { recursive: true });
    },
  };
}

/** Puts a release of a dataset where a test wants one of its own. */
export async function releaseAt(out: string, dataset: string): Promise<void> {
  const shared = await sharedRelease(dataset);
  copyFileSync(shared.file, out);
  shared.discard();
}

/**
 * Puts a release of the sample with California alone where a test needs its own. It has a third of the size, and commands and servers that
 * open it take a tenth less processor time. Tests of other states need the whole sample.
 */
export async function californiaAt(out: string, about: { readonly version?: string } = {}): Promise<void> {
  const dataset = mkdtempSync(join(tmpdir(), "ratebook-california-"));
  for (const name of ["ca", "common"]) cpSync(join(SAMPLE, name), join(dataset, name), { recursive: true });
  const sample = JSON.parse(readFileSync(join(SAMPLE, "dataset.json"), "utf8")) as object;
  writeFileSync(join(dataset, "dataset.json"), JSON.stringify({ ...sample, ...about }));
  await releaseAt(out, dataset);
  rmSync(dataset, { recursive: true });
}

/** Puts a release of the sample before two figures were raised where a test compares releases. */
export async function earlierSampleAt(out: string): Promise<void> {
  const dataset = mkdtempSync(join(tmpdir(), "ratebook-earlier-"));
  cpSync(SAMPLE, dataset, { recursive: true });
  const rates = join(dataset, "ca", "outpatient_rates.csv");
  const text = readFileSync(rates, "utf8");
  writeFileSync(rates, text.replace(",Anesthesia,5.42,", ",Anesthesia,5.00,").replace(",24.00,", ",23.00,"));
  await releaseAt(out, dataset);
  rmSync(dataset, { recursive: true });
}

/** Two that compile the same dataset at the same time end with one file, whole at any moment. */
async function compile(dataset: string, file: string): Promise<void> {
  // Tests of commands have no other use for the rules of every state: only the first of them loads them.
  const { buildRelease } = await import("../../src/release/build.ts");
  const { states } = await import("../../src/states/index.ts");
  const own = join(dirname(file), `${randomUUID()}.db`);
  const outcome = await buildRelease({ dataset, out: own, states });
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.faults, null, 2));
  // Linked, not renamed: a file that is already there may be being opened.
  try {
    linkSync(own, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  rmSync(own);
}

function contentOf(dataset: string): string {
  const hash = createHash("sha256");
  const entries = readdirSync(dataset, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const path of entries.map(({ parentPath, name }) => join(parentPath, name)).sort()) {
    const bytes = readFileSync(path);
    hash.update(`${path.slice(dataset.length)}\n${bytes.length}\n`).update(bytes);
  }
  return hash.digest("hex");
}
