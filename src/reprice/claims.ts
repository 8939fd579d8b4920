import { cellsOf, withoutCells } from "../core/text/csv.ts";
import { Refusal } from "../core/text/refusal.ts";
import { lookupOf } from "../pricing/state/state.ts";
import { isShortTotal } from "./pricing/line-fault.ts";
import { COMMAND_ADVICE } from "./reading/advice.ts";
import { ChunkReader, Lines, withoutLeadingCells } from "./reading/chunks.ts";
import { type ColumnContents, contentsOf } from "./reading/column-contents.ts";
import { soundsLikeHeading, wordsIn } from "./reading/guessed-columns.ts";
import { HEADINGS_MAX, type Header } from "./reading/header.ts";
import { readColumns } from "./reading/input-columns.ts";
import { type OpenClaims, openClaims } from "./reading/open-claims.ts";
import { openStream } from "./reading/open-stream.ts";
import { type Headings, recognised } from "./reading/recognised-columns.ts";
import type { Repricing } from "./repricing.ts";
import { FAULT_COLUMNS } from "./writing/output-columns.ts";

/** Table of claims, open for reading, with recognised headings. */
export type Claims = OpenClaims &
  ClaimsHeader & {
    /** What its columns seem to hold. Null for a range of a table: another range could be guessed differently. */
    readonly contents: readonly ColumnContents[] | null;
  };

/** The options of a claims file. */
export type ClaimsOptions = Pick<
  Repricing,
  | "state"
  | "setting"
  | "input"
  | "inputName"
  | "stream"
  | "sheet"
  | "claims"
  | "unpackedBytesMax"
  | "decided"
  | "compare"
  | "passThrough"
  | "leftAlone"
  | "advice"
>;

/** Opens a file of claims. Its headings are the row in which most of what a lookup needs is recognised. */
export async function claimsOf(options: ClaimsOptions): Promise<Claims> {
  const { input: path, inputName: name = path, stream = null, sheet = null, advice = COMMAND_ADVICE } = options;
  const worth = (names: readonly string[]) => {
    const headings = headingsOf(names, options);
    if (readColumns(headings).ok) return Number.POSITIVE_INFINITY;
    // Words that sound like headings decide only where as many columns are recognised.
    const sounding = names.filter((each) => soundsLikeHeading(wordsIn(each))).length;
    return recognised(headings).roles.size + sounding / (HEADINGS_MAX + 1);
  };
  const opened =
    stream === null
      ? await openClaims(
          {
            path,
            name,
            sheet,
            sheetOption: advice.option("sheet"),
            noRoom: advice.noRoom,
            lookup: lookupOf(options.state, options.setting),
            claims: options.claims ?? null,
            unpackedBytesMax: options.unpackedBytesMax,
          },
          worth,
        )
      : await openStream(name, stream, worth);
  const claims = { ...opened, ...withoutFaultColumns(opened.header) };
  return { ...claims, contents: (stream?.range ?? null) === null ? await contentsOfFirstLines(claims) : null };
}

/** Lines read to see what a column holds. Wide tables get fewer, since each cell is tested in many ways. */
const LINES_SEEN = { max: 200, min: 20 };
const CELLS_SEEN_MAX = 40_000;

async function contentsOfFirstLines({
  input,
  header,
  leadingCells,
}: OpenClaims & ClaimsHeader): Promise<readonly ColumnContents[]> {
  try {
    const chunk = await new ChunkReader(input, header.end).next();
    const records = chunk === null ? null : new Lines(chunk.bytes, chunk.firstLine, input.recordsAreLines);
    const lines: (readonly string[])[] = [];
    const count = Math.min(LINES_SEEN.max, Math.max(LINES_SEEN.min, Math.floor(CELLS_SEEN_MAX / header.names.length)));
    for (let line = records?.next() ?? null; line !== null && lines.length < count; line = records?.next() ?? null) {
      const { record } = withoutLeadingCells(line, leadingCells);
      const cells = record === null ? null : cellsOf(record);
      // A row of totals has no payment, and no code.
      if (cells !== null && !(cells instanceof Refusal) && !isShortTotal(cells)) lines.push(cells);
    }
    return await contentsOf(lines, header.names.length);
  } catch (error) {
    await input.close();
    throw error;
  }
}

const NOTHING_READ = { contents: null, keptColumns: [] } as const;

export function headingsOf(
  names: readonly string[],
  { state, setting, decided, compare, passThrough, leftAlone = [], advice = COMMAND_ADVICE }: ClaimsOptions,
  { contents, keptColumns }: Pick<Claims, "contents" | "keptColumns"> = NOTHING_READ,
): Headings {
  const lookup = lookupOf(state, setting);
  const alone = keptColumns.length === 0 ? leftAlone : [...leftAlone, ...keptColumns];
  return { names, lookup, decided, compare, passThrough, leftAlone: alone, advice, contents };
}

/** The header of a claims file, and how many cells precede each of its lines. */
interface ClaimsHeader {
  readonly header: Header;
  readonly leadingCells: number;
}

/** A corrected file of rejected lines is read as claims: the columns that the run added in front are dropped. */
export function withoutFaultColumns(header: Header): ClaimsHeader {
  const { text, names } = header;
  const count = FAULT_COLUMNS.length;
  const own = FAULT_COLUMNS.every((name, place) => names[place] === name) ? withoutCells(text, count) : null;
  if (own === null) return { header, leadingCells: 0 };
  return { header: { ...header, text: own, names: names.slice(count) }, leadingCells: count };
}
