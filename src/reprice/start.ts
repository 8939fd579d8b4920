import type { Claims } from "./claims.ts";
import { RepricingTally } from "./pricing/tally.ts";
import { toleranceText } from "./pricing/verdict.ts";
import { columnsText, type InputColumns } from "./reading/input-columns.ts";
import type { Repricing, RepricingTools } from "./repricing.ts";
import { type Checkpoint, type RunIdentity, readCheckpoint, refuseOtherRun } from "./writing/checkpoint.ts";
import { Checkpoints, NO_CHECKPOINTS, type RunCheckpoints } from "./writing/checkpoints.ts";
import { faultsHeader, outputHeader } from "./writing/output-columns.ts";
import { RunFiles } from "./writing/run-files.ts";
import type { RunOutput } from "./writing/run-output.ts";
import { type RunPaths, refuseToReplace } from "./writing/run-paths.ts";
import { StreamedOutput } from "./writing/streamed-output.ts";
import { outputForm } from "./written-output.ts";

/** What must be the same for a run to be resumed. */
function identityOf(
  { fingerprint, header: { names } }: Claims,
  columns: InputColumns,
  asked: Repricing,
  { program }: RepricingTools,
): RunIdentity {
  return {
    state: asked.state.code,
    setting: asked.setting,
    "the input": fingerprint,
    "the release": asked.release.contentHash,
    "--fields": asked.fields.join(","),
    "--tolerance": toleranceText(asked.tolerance),
    "--explain": String(asked.explains),
    "--no-charge-limit": String(asked.noChargeLimit ?? false),
    "the reading of the columns": columnsText(names, columns),
    "the version of Ratebook": program,
  };
}

/** Where a run begins. */
interface Start {
  readonly files: RunOutput;
  readonly progress: RunCheckpoints;
  readonly checkpoint: Checkpoint;
}

/** Opens what a run writes, at its beginning or where it was interrupted; without paths that is standard output. */
export async function startOf(
  paths: RunPaths | null,
  claims: Claims,
  columns: InputColumns,
  asked: Repricing,
  tools: RepricingTools,
): Promise<Start> {
  const { header } = claims;
  const run = identityOf(claims, columns, asked, tools);
  const before = asked.resume && paths !== null ? await readCheckpoint(paths.progress) : null;
  if (paths !== null && before !== null) {
    refuseOtherRun(paths.out, before, run);
    const resumed = await RunFiles.goOn(paths, before, faultsHeader(header));
    return { files: resumed, progress: new Checkpoints(paths.progress, resumed), checkpoint: before };
  }
  if (paths !== null && !asked.force) refuseToReplace(paths);
  const headers = {
    output: outputHeader(header, outputForm(asked, columns)),
    faults: faultsHeader(header),
  };
  const begun =
    paths === null
      ? await beginStream(asked.omitsHeader ? "" : headers.output, tools)
      : await beginFiles(paths, headers);
  const { outputBytes, faultsBytes } = begun.files;
  const tally = new RepricingTally().record();
  return { ...begun, checkpoint: { run, today: asked.today, place: header.end, outputBytes, faultsBytes, tally } };
}

async function beginFiles(
  paths: RunPaths,
  headers: { readonly output: string; readonly faults: string },
): Promise<Pick<Start, "files" | "progress">> {
  const files = await RunFiles.begin(paths, headers);
  return { files, progress: new Checkpoints(paths.progress, files) };
}

async function beginStream(
  header: string,
  { writeOut, tell }: RepricingTools,
): Promise<Pick<Start, "files" | "progress">> {
  if (writeOut === undefined) throw new Error("There is nobody to take the results.");
  return { files: await StreamedOutput.begin(header, writeOut, tell), progress: NO_CHECKPOINTS };
}
