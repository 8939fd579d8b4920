import { type Day, dayAt } from "../core/calendar/day.ts";
import type { OnProgress } from "../core/runtime/progress.ts";
import { didYouMean } from "../core/text/closest.ts";
import { type DatasetDescription, DESCRIPTION_FILE, readDescription, type Source } from "./description.ts";
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
import { DatasetOrigins, type OriginHandler, type SourceNumbers } from "./origins.ts";
import type { StoredCells } from "./row.ts";
import { headersOf, type RowPlace, type Table, titleOf } from "./table.ts";
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

interface DatasetReading<State extends StateTables> {
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

/** A source and the cells that its rows have, by the place of their columns. */
interface Claim {
  readonly sources: SourceNumbers;
  readonly cells: readonly (readonly [place: number, values: ReadonlySet<string>])[];
}

/**
 * The rows of one table that sources written by hand claim with `rows` in `dataset.json`. A table that mixes real and made-up
 * figures says so row by row: a made-up row never has the name of a real publication.
 */
class SourceRows {
  readonly #claims: readonly Claim[];
  /** Sources without `rows`, for the rows that none claims. */
  readonly #others: { readonly byHand: SourceNumbers; readonly all: SourceNumbers };
  readonly #rows: { readonly line: number; readonly claim: Claim | null }[] = [];

  private constructor(
    claims: readonly Claim[],
    others: { readonly byHand: SourceNumbers; readonly all: SourceNumbers },
  ) {
    this.#claims = claims;
    this.#others = others;
  }

  /** Null where no source of the table claims rows. Reports columns that the table does not have. */
  static of(table: Table, sources: readonly Source[], faults: FaultList): SourceRows | null {
    const headers = headersOf(table);
    const ofTable = sources
      .map((source, number) => ({ source, number }))
      .filter(({ source }) => source.table === titleOf(table));
    const claims = ofTable.flatMap(({ source: { rows }, number }): readonly Claim[] => {
      if (rows === undefined) return [];
      const cells = Object.entries(rows).map(([header, values]) => {
        const place = headers.indexOf(header);
        if (place < 0) reportColumn(`sources[${number}].rows.${header}`, header, headers, faults);
        return [place, new Set(values)] as const;
      });
      return [{ sources: [number], cells }];
    });
    if (claims.length === 0) return null;
    const without = ofTable.filter(({ source }) => source.rows === undefined);
    return new SourceRows(claims, {
      byHand: without.filter(({ source }) => source.edition === null).map(({ number }) => number),
      all: without.map(({ number }) => number),
    });
  }

  /** Takes a row, in file order. The first source that claims it is its source. */
  add(line: number, cells: StoredCells): void {
    const claim = this.#claims.find((each) => each.cells.every(([place, values]) => values.has(cells[place] ?? "")));
    this.#rows.push({ line, claim: claim ?? null });
  }

  /** The handler of a table's imported origins, which come before claims: an import knows its rows best. */
  mergedInto(onOrigin: OriginHandler): { readonly onOrigin: OriginHandler; readonly end: () => void } {
    let next = 0;
    const passUntil = (line: number, others: SourceNumbers) => {
      for (let row = this.#rows[next]; row !== undefined && row.line < line; row = this.#rows[next]) {
        const sources = row.claim?.sources ?? others;
        if (sources.length > 0) onOrigin(row.line, sources, NO_PLACE);
        next += 1;
      }
    };
    let hasImports = false;
    return {
      onOrigin: (line, sources, place) => {
        hasImports = true;
        passUntil(line, this.#others.byHand);
        if (this.#rows[next]?.line === line) next += 1;
        onOrigin(line, sources, place);
      },
      end: () => passUntil(Number.POSITIVE_INFINITY, hasImports ? this.#others.byHand : this.#others.all),
    };
  }
}

/** A claimed row has no place in a published file. */
const NO_PLACE = "";

function reportColumn(member: string, header: string, headers: readonly string[], faults: FaultList): void {
  const remedy = didYouMean(header, headers, `known columns: ${headers.join(", ")}`);
  faults.add({ file: DESCRIPTION_FILE, line: null, column: member, value: null, reason: `unknown column; ${remedy}` });
}
