import type { Claims } from "./claims.ts";
import type { LineReader } from "./pricing/line-reader.ts";
import { type Chunk, type ChunkReader, Lines, withoutLeadingCells } from "./reading/chunks.ts";

/** The different NPIs of the first lines of a file: they show before pricing whether the file is of another state. */
export interface FirstNpis {
  readonly npis: readonly string[];
  /** How many lines were read; null where that is the whole file. */
  readonly lines: number | null;
}

/** Lines that are read for them: most files have all their providers among these, and reading them takes a tenth of a second. */
const LINES_MAX = 5_000;

/** What is none, such as a cell with a name, is an error of its line. */
const NPI = /^[0-9]{10}$/;

/** `chunk`: the first one, which is read already. */
export async function firstNpis(
  { input, leadingCells }: Pick<Claims, "input" | "leadingCells">,
  reader: LineReader,
  chunk: Chunk | null,
  chunks: ChunkReader,
): Promise<FirstNpis> {
  const npis = new Set<string>();
  let lines = 0;
  for (let next = chunk; next !== null; next = await chunks.next()) {
    const records = new Lines(next.bytes, next.firstLine, input.recordsAreLines);
    for (let line = records.next(); line !== null; line = records.next()) {
      if (lines === LINES_MAX) return { npis: [...npis], lines };
      const read = reader.read(withoutLeadingCells(line, leadingCells));
      lines += 1;
      const npi = "fields" in read && read.otherState === null ? (read.fields.npi ?? "") : "";
      if (NPI.test(npi)) npis.add(npi);
    }
  }
  return { npis: [...npis], lines: null };
}
