import { areSound, placeSum } from "./checksum.ts";
import type { SqliteValue, Summed } from "./sqlite.ts";

/** The texts that numbers in the rows of a provider table stand for, by the headers of its columns. */
export function readRepeatedTexts(
  { query, origin, soundness }: Summed,
  stored: string,
  headers: readonly string[],
): readonly (readonly string[])[] {
  const texts = query(`SELECT CAST(texts AS BLOB), checksum FROM ${stored} WHERE header = ?`);
  return headers.map((header) => {
    const [data, sum] = texts.first(header) ?? [];
    if (areSoundTexts(data, origin, stored, header, sum)) return JSON.parse(Buffer.from(data).toString()) as string[];
    throw soundness.damaged(stored, `the texts of ${header} are not as they were stored`);
  });
}

export function areSoundTexts(
  data: SqliteValue | undefined,
  origin: number,
  stored: string,
  header: string,
  sum: SqliteValue | undefined,
): data is Uint8Array {
  return areSound(data, placeSum(origin, stored, header), sum);
}
