import { type Day, dayAt } from "../core/calendar/day.ts";
import type { OnProgress } from "../core/runtime/progress.ts";
import { type DatasetDescription, readDescription } from "./description.ts";
import { type Fault, FaultList } from "./fault.ts";
import { DatasetWatch } from "./import-journal.ts";
import { findTables, type StateTables } from "./layout.ts";
import {
  agreementCheck,
  farStartCheck,
  type ObligationCheck,
  type Obligations,
  referenceCheck,
  requirementCheck,
  uniqueEffectiveCheck,
  uniquenessCheck,
} from "./obligations.ts";
import { DatasetOrigins, type OriginHandler } from "./origins.ts";
import type { StoredCells } from "./row.ts";
import { SourceRows } from "./source-rows.ts";
import { type RowPlace, type Table, titleOf } from "./table.ts";
import { readTableFile } from "./table-file.ts";

interface DatasetRequest<State extends StateTables> {
  readonly dataset: string;
  readonly states: readonly State[];
  /** Default: the host's date. */
  readonly today?: Day;
  readonly onProgress?: OnProgress;
  /** Reports remarks besides the outcome. */
  readonly notify?: (text: string) => void;
}

/** Receives the valid rows while they are read. */
export interface DatasetConsumer<State extends StateTables = StateTables> {
  /** Called once, before any row. */
  readonly start: (states: readonly State[]) => void;
  readonly readLast: readonly Table[];
  /** Returns the handler of a table's rows, in file order. */
  readonly startTable: (table: Table) => (row: RowPlace, cells: StoredCells) => void;
  /** Returns the handler of a table's origins, which come after its rows and in their order. */
  readonly startOrigins: (table: Table) => OriginHandler;
}

export interface DatasetReading<State extends StateTables> {
  /** Null when `dataset.json` has errors. */
  readonly description: DatasetDescription | null;
  readonly states: readonly State[];
  /** Rows by table, such as `ca/outpatient_rates`; only the tables that are there. */
  readonly rowCounts: Readonly<Record<string, number>>;
  readonly faults: FaultList;
}

const NO_CONSUMER: DatasetConsumer = {
  start: () => undefined,
  readLast: [],
  startTable: () => () => undefined,
  startOrigins: () => () => undefined,
};

/** Reads and checks a dataset. Passes valid rows on until the first error. Fails if the dataset changes meanwhile. */
export async function readDataset<State extends StateTables>(
  { dataset, states, today = dayAt(new Date()), onProgress, notify = () => undefined }: DatasetRequest<State>,
  command: string,
  consumer: DatasetConsumer<State> = NO_CONSUMER,
): Promise<DatasetReading<State>> {
  const watch = new DatasetWatch(dataset, { command, notify });
  const faults = new FaultList();
  const layout = await findTables(dataset, states, consumer.readLast, faults);
  consumer.start(layout.states);
  const description = await readDescription(dataset, faults);
  const origins =
    description === null
      ? DatasetOrigins.none
      : await DatasetOrigins.find({ dataset, description, tables: layout.files, faults });
  const files = [...layout.files, ...origins.files];
  for (const { path } of files) watch.add(path);
  const tables = layout.files.map(({ table }) => table);
  const obligations = [...layout.states.flatMap(obligationsOf), farStartCheck(tables, today)];

  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  const reading = (what: string) => (bytes: number) => {
    done += bytes;
    onProgress?.({ stage: `reading ${what}`, done, total });
  };
  const rowCounts: Record<string, number> = {};
  for (const file of layout.files) {
    const { table } = file;
    const consume = consumer.startTable(table);
    const tableOrigins = origins.of(table);
    const sourceRows = SourceRows.of(table, description?.sources ?? [], faults);
    const faultsBefore = faults.count;
    const checks = obligations.filter(({ tables }) => tables.includes(table));
    rowCounts[titleOf(table)] = await readTableFile(
      file,
      faults,
      (row, cells) => {
        for (const check of checks) check.see(table, row, faults);
        tableOrigins?.addLine(row.line);
        sourceRows?.add(row.line, cells);
        if (faults.count === 0) consume(row, cells);
      },
      reading(titleOf(table)),
    );
    for (const check of checks) check.tableEnds?.(table);
    const onOrigin = consumer.startOrigins(table);
    const merged = sourceRows?.mergedInto(onOrigin);
    await tableOrigins?.read({
      isTableSound: faults.count === faultsBefore,
      faults,
      onOrigin: merged?.onOrigin ?? onOrigin,
      onBytes: reading(`the origins of ${titleOf(table)}`),
      notify,
    });
    if (faults.count === 0) merged?.end();
  }
  for (const check of obligations) check.datasetEnds?.(faults, notify);
  watch.refuseChanges();
  return { description, states: layout.states, rowCounts, faults };
}

function obligationsOf(obligations: Obligations): ObligationCheck[] {
  const { references, uniqueness, uniqueEffective = [], agreements = [], requirements = [] } = obligations;
  return [
    ...references.map(referenceCheck),
    ...uniqueness.map(uniquenessCheck),
    ...uniqueEffective.map(uniqueEffectiveCheck),
    ...agreements.map(agreementCheck),
    ...requirements.map(requirementCheck),
  ];
}

interface DatasetVerdict<State extends StateTables> {
  readonly states: readonly State[];
  readonly faults: readonly Fault[];
  /** Includes errors that are not listed. */
  readonly faultCount: number;
  readonly rowCounts: Readonly<Record<string, number>>;
}

export async function checkDataset<State extends StateTables>(
  request: DatasetRequest<State>,
): Promise<DatasetVerdict<State>> {
  const { faults, rowCounts, states } = await readDataset(request, "check");
  return { states, faults: faults.listed, faultCount: faults.count, rowCounts };
}
