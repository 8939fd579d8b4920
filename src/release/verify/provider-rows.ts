import type { OnProgress } from "../../runtime/progress.ts";
import { areSound, numberedPlaceSum, placeSum } from "../checksum.ts";
import { listPlace, PARTS, partPlace } from "../provider-parts.ts";
import { areSoundTexts } from "../repeated-texts.ts";
import { isSoundText } from "../row-text.ts";
import type { Summed } from "../sqlite.ts";
import type { Findings } from "./findings.ts";
import { inBatches } from "./in-batches.ts";

/** Compares every row, list, repeated text and index part of a provider table with its checksum. */
export async function verifyProviderRows(
  database: Summed,
  providers: string,
  findings: Findings,
  onProgress: OnProgress,
): Promise<void> {
  const { origin } = database;
  const rows = providers + PARTS.rows;
  const rowsSum = placeSum(origin, rows);
  let expected = 1;
  await inBatches(database, rows, "CAST(cells AS BLOB)", onProgress, ([cells, place]) => {
    const number = (place as number) - 1;
    if (!isSoundText(cells, numberedPlaceSum(rowsSum, number)) || place !== expected) {
      findings.add(rows, `row ${number} is not as it was stored`);
    }
    expected = (place as number) + 1;
  });

  const repeated = providers + PARTS.repeated;
  const textColumns = "header, CAST(texts AS BLOB), checksum";
  await inBatches(database, repeated, textColumns, onProgress, ([header, data, sum]) => {
    if (areSoundTexts(data, origin, repeated, header as string, sum)) return;
    findings.add(repeated, `the texts of ${header} are not as they were stored`);
  });

  const words = providers + PARTS.words;
  await inBatches(database, words, "fragment, words, checksum", onProgress, ([fragment, data, sum]) => {
    if (areSound(data, placeSum(origin, words, fragment as number), sum)) return;
    findings.add(words, `the words of fragment ${fragment} are not as they were stored`);
  });

  const lists = providers + PARTS.lists;
  const listColumns = "of, number, row_count, is_set, data, checksum";
  await inBatches(database, lists, listColumns, onProgress, ([of, number, rowCount, isSet, data, sum]) => {
    const place = listPlace(origin, lists, of as string, number as number, rowCount as number, isSet as number);
    if (!areSound(data, place, sum)) findings.add(lists, `the rows of ${of} ${number} are not as they were stored`);
  });

  const indexes = providers + PARTS.indexes;
  const sizes = database.query(`SELECT name, sum(length(data)) FROM ${indexes} GROUP BY name`).all();
  const bytesOf = new Map(sizes.map(([name, bytes]) => [name, bytes as number]));
  await inBatches(database, indexes, "name, part, data, checksum", onProgress, ([name, part, data, sum]) => {
    const place = partPlace(origin, indexes, name as string, part as number, bytesOf.get(name as string) ?? 0);
    if (!areSound(data, place, sum)) findings.add(indexes, `part ${part} of ${name} is not as it was stored`);
  });
}
