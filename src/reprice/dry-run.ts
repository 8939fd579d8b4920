import type { Day } from "../core/calendar/day.ts";
import { compare, ZERO } from "../core/money/arithmetic.ts";
import { integer, object, record, string, stringArray, type ValueOf } from "../core/schema/schema.ts";
import { cellsOf } from "../core/text/csv.ts";
import { Refusal } from "../core/text/refusal.ts";
import type { RateLookup } from "../pricing/lookup.ts";
import { lookupOf } from "../pricing/state/state.ts";
import { type Claims, claimsOf } from "./claims.ts";
import { type FirstNpis, firstNpis } from "./first-npis.ts";
import { allFaults, headingByParameter, isSkipped, type LineFault, ofColumn } from "./pricing/line-fault.ts";
import { LineReader, type ReadLine } from "./pricing/line-reader.ts";
import { type Noted, notedText, notedWords } from "./pricing/noted.ts";
import { ChunkReader, Lines, withoutLeadingCells } from "./reading/chunks.ts";
import { columnsText, lengthOfStayText } from "./reading/columns-text.ts";
import { amountUnder, type InputColumn, type InputColumns } from "./reading/input-columns.ts";
import { columnsOf, reportAmounts, reportDaysLeftToToday } from "./reprice.ts";
import type { Repricing } from "./repricing.ts";
import { type ShownTable, shownTable } from "./shown-table.ts";
import { readUnits } from "./values/amounts.ts";
import { ALLOWED_AMOUNT, BILLED_AMOUNT, NOT_OWED, PAID_AMOUNT } from "./values/column-names.ts";

const LINES_SHOWN = 10;

/** A line as it would be read, or its errors. */
export const dryRunLine = object("Line of a dry run", {
  line: integer("The line of the file."),
  values: record(string("The value."), "What was read, by parameter."),
  readings: stringArray("How cells were read that a request would have refused, in words."),
  faults: stringArray("What is wrong with the line."),
});
export type ShownLine = ValueOf<typeof dryRunLine>;

/** A preview: the recognised columns and the first lines. Nothing is priced or written. */
export interface DryRun {
  readonly columns: string;
  readonly table: ShownTable;
  readonly lines: readonly ShownLine[];
}

/** `onTable` receives the table before its columns are judged, for a refused file too. */
interface DryRunWatcher {
  readonly onTable?: (table: ShownTable) => void;
  /** Receives the NPIs of the first lines. Without it they are not read. */
  readonly onNpis?: (npis: FirstNpis) => void;
  /** Receives the most lines that the file can have below its headings. Without it they are not counted. */
  readonly onLines?: (lines: number) => void;
}

export async function dryRun(
  request: Repricing,
  notify: (text: string) => void,
  { onTable = () => {}, onNpis, onLines }: DryRunWatcher = {},
): Promise<DryRun> {
  const claims = await claimsOf(request);
  const shown = await firstLines(claims, request, notify, { onTable, ...(onNpis === undefined ? {} : { onNpis }) });
  if (onLines !== undefined && claims.countLines !== null) onLines(await claims.countLines());
  return shown;
}

async function firstLines(
  claims: Claims,
  request: Repricing,
  notify: (text: string) => void,
  { onTable, onNpis }: DryRunWatcher & Required<Pick<DryRunWatcher, "onTable">>,
): Promise<DryRun> {
  const { input, header, leadingCells } = claims;
  try {
    const lookup = lookupOf(request.state, request.setting);
    const table = shownTable(claims, request);
    onTable(table);
    const recognised = columnsOf(claims, request, notify);
    request.onColumns?.(header.names, recognised);
    const columns = request.noChargeLimit ? { ...recognised, billed: null } : recognised;
    notify(claims.format);
    const length = lengthOfStayText(columns);
    if (length !== null) notify(length);
    reportAmounts(header.names, columns, request, notify);
    reportDaysLeftToToday(columns, request, request.today, notify);
    const reader = new LineReader(columns, lookup, { ...claims, today: request.today, state: request.state.code });
    const chunks = new ChunkReader(input, header.end);
    const chunk = await chunks.next();
    const headings = headingByParameter(columns);
    const lines: ShownLine[] = [];
    const noted = new Map<Noted, number>();
    const note = (what: Noted, times = 1) => noted.set(what, (noted.get(what) ?? 0) + times);
    const records = chunk === null ? null : new Lines(chunk.bytes, chunk.firstLine, input.recordsAreLines);
    for (let line = records?.next() ?? null; line !== null; line = records?.next() ?? null) {
      const isShown = lines.length < LINES_SHOWN;
      // Below the lines that are shown, only a quotation mark that swallows claims is looked for.
      if (!isShown && line.record?.includes("\n") !== true) continue;
      const read = reader.read(withoutLeadingCells(line, leadingCells));
      if ("claims" in read) note("openQuote", read.claims);
      if (!isShown) continue;
      if (isSkipped(read)) {
        note(read.countedAs);
        continue;
      }
      if ("code" in read) lines.push({ line: line.number, values: {}, readings: [], faults: [read.message] });
      else lines.push(shown(read, columns, faultsOf(read, lookup, headings, request.today), claims.hasSemicolons));
    }
    if (onNpis !== undefined) onNpis(await firstNpis(claims, reader, chunk, chunks));
    for (const [what, times] of noted) notify(`Among the first lines: ${notedText(what, times)}.`);
    return { columns: columnsText(header.names, columns), table, lines };
  } finally {
    await input.close();
  }
}

/** Every error that a run would report for a line: from reading its cells, and from the lookup. */
function faultsOf(
  { fields, otherState, faults, doubts }: ReadLine,
  { reader }: RateLookup,
  headings: ReadonlyMap<string, string>,
  today: Day,
): readonly LineFault[] {
  // A run looks up no line of another state.
  if (otherState !== null) return faults;
  const read = reader.fromQuery(fields, { today });
  const said = read.ok ? [] : read.faults.map((fault) => ofColumn(fault, headings));
  return [...allFaults(faults, said), ...doubts];
}

/**
 * Allowed and paid amounts each under their own name, also where only one of them is compared. Units and billed amounts keep a minus,
 * as on a takeback, although the line is priced without it.
 */
function shown(
  { line, record, fields, modifiers, notOwed, ways }: ReadLine,
  columns: InputColumns,
  faults: readonly LineFault[],
  hasSemicolons: boolean,
): ShownLine {
  const cells = cellsOf(record);
  const amountIn = (column: InputColumn | null) =>
    column === null || cells instanceof Refusal ? null : amountUnder(column, cells, hasSemicolons);
  const [allowed, paid, billed] = [amountIn(columns.allowed), amountIn(columns.paid), amountIn(columns.billed)];
  const charges = columns.parameters.find(({ index }) => index === columns.billed?.index);
  const isBilledShown = billed !== null && (charges === undefined || compare(billed, ZERO) < 0);
  const counted = cells instanceof Refusal ? cells : readUnits(cells[columns.units?.index ?? -1] ?? "", hasSemicolons);
  const values = {
    ...fields,
    ...(modifiers.length === 0 ? {} : { modifier: modifiers.join(" ") }),
    units: counted instanceof Refusal ? "" : (counted.figure?.text ?? ""),
    ...(isBilledShown ? { [charges?.name ?? BILLED_AMOUNT]: billed.text } : {}),
    ...(allowed === null ? {} : { [ALLOWED_AMOUNT]: allowed.text }),
    ...(paid === null ? {} : { [PAID_AMOUNT]: paid.text }),
    ...(notOwed === null ? {} : { [NOT_OWED]: notOwed.code }),
  };
  const given = Object.entries(values).filter(([, value]) => value !== "");
  const readings = [...new Set(ways)].map((way) => notedWords(way, 1));
  return { line, values: Object.fromEntries(given), readings, faults: faults.map(({ message }) => message) };
}
