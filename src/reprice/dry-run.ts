import { lookupOf } from "../pricing/state.ts";
import { claimsOf } from "./claims.ts";
import { LineReader, type ReadLine } from "./pricing/line-reader.ts";
import { Lines, withoutLeadingCells } from "./pricing/lines.ts";
import { ChunkReader } from "./reading/chunks.ts";
import { columnsText } from "./reading/columns.ts";
import { columnsOf, type Repricing } from "./reprice.ts";
import { readersOf } from "./values/readers.ts";

/** Enough to see whether the columns were understood. */
const LINES_SHOWN = 10;

/** A line as it would be read, or what is wrong with it. */
export interface ShownLine {
  readonly line: number;
  readonly values: Readonly<Record<string, string>>;
  readonly faults: readonly string[];
}

/** What a file would be taken for: its columns and its first lines. Nothing is priced and nothing written. */
export interface DryRun {
  readonly columns: string;
  readonly lines: readonly ShownLine[];
}

export async function dryRun(asked: Repricing, tell: (text: string) => void): Promise<DryRun> {
  const claims = await claimsOf(asked);
  const { input, header, leadingCells } = claims;
  try {
    const columns = columnsOf(claims, asked, tell);
    tell(claims.told);
    const reader = new LineReader(columns, readersOf(lookupOf(asked.state, asked.setting)));
    const chunk = await new ChunkReader(input, header.end).next();
    const lines: ShownLine[] = [];
    const records = chunk === null ? null : new Lines(chunk.bytes, chunk.firstLine, input.recordsAreLines);
    for (
      let line = records?.next() ?? null;
      line !== null && lines.length < LINES_SHOWN;
      line = records?.next() ?? null
    ) {
      const read = reader.read(withoutLeadingCells(line, leadingCells));
      lines.push("code" in read ? { line: line.number, values: {}, faults: [read.message] } : shown(read));
    }
    return { columns: columnsText(header.names, columns), lines };
  } finally {
    await input.close();
  }
}

function shown({ line, fields, modifiers, units, paid, faults, doubts }: ReadLine): ShownLine {
  const values = {
    ...fields,
    ...(modifiers.length === 0 ? {} : { modifier: modifiers.join(" ") }),
    ...(units === null ? {} : { units: units.text }),
    ...(paid === null ? {} : { paid_amount: paid.text }),
  };
  const given = Object.entries(values).filter(([, value]) => value !== "");
  return { line, values: Object.fromEntries(given), faults: [...faults, ...doubts].map(({ message }) => message) };
}
