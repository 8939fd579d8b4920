import { dayAt } from "../../calendar/day.ts";
import { readDataset } from "../../dataset/check.ts";
import { states } from "../../states/index.ts";
import { datasetStatus } from "../dataset-status.ts";
import { print, printJson, tell } from "../output.ts";
import { quotedForShell } from "../shell-words.ts";
import { statusJson, statusText } from "../status-text.ts";
import type { ExitCode } from "../usage.ts";
import { printFaults, withProgress } from "./dataset.ts";

/** What a dataset has and needs. Faults of rows are for `check`; only what is no dataset at all has no status. */
export async function status(dataset: string, { json }: { readonly json: boolean }): Promise<ExitCode> {
  const reading = await withProgress((onProgress) => readDataset({ dataset, states, onProgress, tell }, "status"));
  const { description, faults, rowCounts } = reading;
  if (description === null || reading.states.length === 0) {
    if (json) printJson({ faults: faults.listed, fault_count: faults.count });
    else printFaults({ faults: faults.listed, faultCount: faults.count });
    return 1;
  }
  const today = dayAt(new Date());
  const found = await datasetStatus(reading.states, description, rowCounts);
  const { name, version } = description;
  if (json) {
    printJson({ name, version, today, fault_count: faults.count, states: statusJson(found, today) });
    return 0;
  }
  print(`${name} ${version}, on ${today}\n\n${statusText(found, today)}`);
  if (faults.count > 0) print(`\nIt has faults: "ratebook check ${quotedForShell(dataset)}" lists them.`);
  return 0;
}
