import { parse } from "csv-parse/sync";
import type { RateLookup } from "../../../../src/pricing/lookup.ts";
import type { RemittanceFacts } from "../../../../src/reprice/x12/remittance-facts.ts";
import { readClaimsToJoin, readX12, writeX12Rows } from "../../../../src/reprice/x12/x12-file.ts";
import type { Row } from "../../support/repriced.ts";
import { bytesOf } from "./generator.ts";

export interface ReadX12 {
  readonly rows: readonly Row[];
  readonly words: string;
  readonly notes: readonly string[];
  readonly remittance: RemittanceFacts | null;
}

/** Reads files as one input, and the claims that they are joined with. */
export async function rowsOfX12(
  texts: string | readonly string[],
  lookup: RateLookup,
  claims: string | null = null,
): Promise<ReadX12> {
  const sources = [texts].flat().map((text, place) => bytesOf(text, `file ${place + 1}`));
  const joined = claims === null ? null : await readClaimsToJoin([bytesOf(claims)]);
  const contents = await readX12(sources, lookup, joined);
  let csv = "";
  await writeX12Rows(sources, contents, (text) => {
    csv += text;
    return "more";
  });
  const rows = parse(csv, { columns: true, record_delimiter: "\n" }) as Row[];
  if (rows.length !== contents.rows) throw new Error(`${contents.rows} rows were counted, and ${rows.length} written.`);
  const { words, notes, remittance } = contents;
  return { rows, words, notes, remittance };
}

/** An interchange with one transaction of segments that are written out, such as those of an example. */
export function interchange(set: string, version: string, segments: readonly string[]): string {
  const isa = `ISA*00*${" ".repeat(10)}*00*${" ".repeat(10)}*ZZ*${"A".padEnd(15)}*ZZ*${"B".padEnd(15)}*260101*1200*^*00501*000000009*0*T*:`;
  const all = [
    isa,
    `GS*HP*A*B*20260101*1200*5*X*${version}`,
    `ST*${set}*0001`,
    ...segments,
    `SE*${segments.length + 2}*0001`,
    "GE*1*5",
    "IEA*1*000000009",
  ];
  return all.map((segment) => `${segment}~\n`).join("");
}
