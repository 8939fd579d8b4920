import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isFailure } from "../../src/core/runtime/failure.ts";
import type { Fault } from "../../src/dataset/fault.ts";
import { buildRelease } from "../../src/release/build.ts";
import { states } from "../../src/states/index.ts";
import { type Budget, within } from "../fire/budget.ts";
import type { Findings } from "../fire/findings.ts";
import type { Random } from "../fire/random.ts";
import { compiled } from "../fire/sample.ts";
import type { Workspace } from "../fire/workspace.ts";
import { contentOf, readTables, writeAgain } from "./dataset-copy.ts";
import { mutatedTable } from "./dataset-mutations.ts";
import { filesOf, smallDataset } from "./small-dataset.ts";

/** Compiling takes as long as reading fifty datasets: of the refused ones some are given to `build` too. */
const BUILT_SHARE = 0.02;
const SHOWN_LENGTH_MAX = 6_000;

interface Chosen {
  /** The states whose datasets are changed. */
  readonly codes?: readonly string[];
  readonly builtShare?: number;
}

/** Changes small datasets: what is accepted says the same when it is written again, what is refused changes nothing. */
export async function fuzzDatasets(
  workspace: Workspace,
  random: Random,
  budget: Budget,
  findings: Findings,
  { codes = states.map(({ code }) => code), builtShare = BUILT_SHARE }: Chosen = {},
): Promise<void> {
  const folders = new Map<string, string>();
  for (const code of codes) folders.set(code, await smallDataset(code, workspace.path(`small-${code}`)));
  const copy = workspace.path("copy");
  const release = await compiled(join(workspace.fresh("served"), "served.db"), folders.get(codes[0] as string));
  const served = readFileSync(release);

  for (const isOn = within(budget); isOn(); ) {
    const code = random.pick(codes);
    const folder = folders.get(code) as string;
    const file = random.pick(filesOf(code));
    const path = join(folder, file);
    const sound = readFileSync(path, "utf8");
    const changed = mutatedTable(sound, random);
    const input = { state: code, file, latin1: changed.toString("latin1").slice(0, SHOWN_LENGTH_MAX) };
    writeFileSync(path, changed);
    try {
      const read = await readTables(folder);
      const { faults } = read.reading;
      if (faults.count === 0) {
        writeAgain(read, copy);
        const isSame = contentOf(await readTables(copy)) === contentOf(read);
        findings.check("datasets, accepted and written again", isSame ? null : "it is another one", input);
      } else {
        const problem = faults.listed
          .map((fault) => problemOf(fault, code, file, changed))
          .find((each) => each !== null);
        findings.check("datasets, refused with file, line and column", problem ?? null, input);
        if (random.chance(builtShare)) {
          findings.check("datasets, refused by build", await builtProblem(folder, release, served), input);
        }
      }
    } catch (error) {
      findings.check("datasets, neither accepted nor refused", (error as Error).stack ?? String(error), input);
    } finally {
      writeFileSync(path, sound);
    }
  }
  const count = findings.countOf("datasets, accepted and written again");
  findings.note("datasets, accepted and written again", count === 0 ? "none was sound" : "");
}

/** A fault says where to look: a file of the dataset, and a line that it has where the fault is of a line. */
function problemOf(fault: Fault, state: string, changedFile: string, changed: Buffer): string | null {
  const { file, line, column, reason } = fault;
  const place = `${file}:${line}:${column}`;
  if (!filesOf(state).includes(file)) return `${place} is no file of the dataset`;
  if (reason.trim() === "") return `${place} without a reason`;
  if (line === null) return column === null ? null : `${place} names a column and no line`;
  const isThere = Number.isInteger(line) && line >= 1;
  // A row that a changed table lost may be missing in another table, whose lines did not change.
  if (file !== changedFile) return isThere ? null : place;
  const lines = Math.max(1, changed.toString("latin1").split("\n").length);
  return isThere && line <= lines ? null : `${place} of ${lines} lines`;
}

/** A refused dataset leaves the release that was there byte for byte, and nothing beside it. */
async function builtProblem(dataset: string, out: string, served: Buffer): Promise<string | null> {
  try {
    const outcome = await buildRelease({ dataset, out, states });
    if (outcome.ok) return "build took what check refuses";
  } catch (error) {
    if (!isFailure(error)) return `build failed: ${(error as Error).stack}`;
  }
  if (!readFileSync(out).equals(served)) return "the release that was there has changed";
  const left = readdirSync(join(out, ".."));
  return left.length === 1 ? null : `left behind: ${left.join(", ")}`;
}
