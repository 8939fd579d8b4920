import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { buildRelease } from "../../src/release/build.ts";
import { checksum, numberedPlaceSum, placeSum } from "../../src/release/format.ts";
import { openRelease } from "../../src/release/open.ts";
import type { StateInRelease } from "../../src/release/release.ts";
import { ReleaseDamaged } from "../../src/release/soundness.ts";
import { changeBehindSeal } from "./reseal.ts";
import { fees, temporaryFolder, testState, writeDataset } from "./test-state.ts";

const folder = temporaryFolder();
const sound = join(folder, "sound.db");
let copies = 0;

beforeAll(async () => {
  await buildRelease({ dataset: writeDataset(), out: sound, states: [testState] });
});

function changed(sql: string): string {
  copies += 1;
  const path = join(folder, `changed-${copies}.db`);
  copyFileSync(sound, path);
  changeBehindSeal(path, (database) => database.exec(sql));
  return path;
}

/** Asks a release whose file was changed behind its seal: the table that it was noticed in. */
async function noticedIn(sql: string, ask: (source: StateInRelease) => unknown): Promise<string> {
  const release = openRelease(changed(sql), [testState]);
  try {
    await ask(release.states.get("zz") as StateInRelease);
    return "answered";
  } catch (error) {
    expect(error).toBeInstanceOf(ReleaseDamaged);
    expect(release.guard.soundness.damage).toEqual((error as ReleaseDamaged).damage);
    return (error as ReleaseDamaged).damage.place;
  } finally {
    release.close();
  }
}

const named = (name: string) => (source: StateInRelease) =>
  source.directory.countByName("outpatient", name, () => true, 20);
const feesOf = (code: string) => (source: StateInRelease) => source.data.rows(fees, { code });

describe("a checksum", () => {
  test("differs for the same content at another place, in another table and of another dataset", () => {
    const table = placeSum(1, "zz_fees");
    const places = [
      placeSum(2, "zz_fees"),
      placeSum(1, "zz_rates"),
      ...[1, 2, 3].map((n) => numberedPlaceSum(table, n)),
    ];
    expect(new Set(places.map((place) => checksum("the same", place))).size).toBe(5);
  });

  test.each([
    ["a price", "UPDATE zz_fees SET fee = '99' WHERE line = 5", feesOf("B1"), "zz_fees"],
    ["one of several rows", "DELETE FROM zz_fees WHERE line = 3", feesOf("A1"), "zz_fees"],
    ["rows in another order", "UPDATE zz_fees SET line = 5 - line + 1 WHERE code = 'A1'", feesOf("A1"), "zz_fees"],
    ["a row under another key", "UPDATE zz_fees SET lookup = 'B1' WHERE line = 2", feesOf("B1"), "zz_fees"],
    ["all rows of a key", "DELETE FROM zz_fees WHERE code = 'B1'", feesOf("B1"), "zz_fees"],
    [
      "a key with all its rows",
      "DELETE FROM zz_fees WHERE code = 'B1'; DELETE FROM zz_fees_keys WHERE lookup = 'B1'",
      feesOf("B1"),
      "zz_fees_keys",
    ],
    ["the rows of a boundary", "DELETE FROM zz_providers_row_lists", named("L H"), "zz_providers_row_lists"],
    [
      "the words of a fragment",
      "DELETE FROM zz_providers_fragment_words; DELETE FROM zz_providers_row_lists WHERE of = 'fragment'",
      named("GEN"),
      "zz_providers_row_lists",
    ],
    [
      "words",
      "UPDATE zz_providers_fragment_words SET words = x'00000000'",
      named("HOSPITAL"),
      "zz_providers_fragment_words",
    ],
    [
      "a list in the place of another",
      `UPDATE zz_providers_row_lists SET (row_count, is_set, data, checksum) =
        (SELECT row_count, is_set, data, checksum FROM zz_providers_row_lists WHERE of <> 'fragment' LIMIT 1)
        WHERE of = 'fragment'`,
      named("E"),
      "zz_providers_row_lists",
    ],
    ["a list", "UPDATE zz_providers_row_lists SET data = x'07000000'", named("E"), "zz_providers_row_lists"],
    [
      "a part of an index",
      "DELETE FROM zz_providers_indexes WHERE name = 'name_word_rows'",
      named("HOSPITAL"),
      "zz_providers_indexes",
    ],
  ])("tells of %s", async (_, sql, ask, place) => {
    expect(await noticedIn("SELECT 1", ask)).toBe("answered");
    expect(await noticedIn(sql, ask)).toBe(place);
  });

  test("tells of a cell that is there no longer in the rows of its key", async () => {
    const ask = ({ data }: StateInRelease) => data.hasRows(fees, { column: "fee", text: "20" });
    expect(await noticedIn("SELECT 1", ask)).toBe("answered");
    expect(
      await noticedIn(
        "UPDATE zz_fees SET fee = '20' WHERE line = 5; UPDATE zz_fees SET fee = '21' WHERE line = 4",
        ask,
      ),
    ).toBe("zz_fees");
  });

  test("tells of a provider in the place of another, already when the rules are compared", () => {
    const first = "(SELECT cells FROM zz_providers_rows WHERE place = 1)";
    const path = changed(`UPDATE zz_providers_rows SET cells = ${first} WHERE place = 2`);
    expect(() => openRelease(path, [testState])).toThrow("zz_providers_rows: row 1 is not as it was stored");
  });

  test.each([
    ["is another", "UPDATE zz_providers_repeated_cells SET texts = replace(texts, 'Smith', 'Smyth')"],
    [
      "stands under another column",
      "DELETE FROM zz_providers_repeated_cells WHERE header = 'city'; UPDATE zz_providers_repeated_cells SET header = 'city' WHERE header = 'provider_name'",
    ],
    ["is gone", "DELETE FROM zz_providers_repeated_cells WHERE header = 'provider_name'"],
  ])("tells of a text that rows share when it %s, as soon as the release is opened", (_, sql) => {
    expect(() => openRelease(changed(sql), [testState])).toThrow(
      /zz_providers_repeated_cells: the texts of (city|provider_name) are not as they were stored/,
    );
  });
});
