import { closeSync, copyFileSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { beforeAll, describe, expect, test } from "vitest";
import { buildRelease } from "../../src/release/build.ts";
import {
  checksum,
  isSoundText,
  numberedPlaceSum,
  placeSum,
  rowText,
  summedText,
  withoutSum,
} from "../../src/release/format.ts";
import { openRelease } from "../../src/release/open.ts";
import { numberOf, type OriginRun, packRuns, placeIn, runWith, textOf } from "../../src/release/origin-blocks.ts";
import type { StateInRelease } from "../../src/release/release.ts";
import { ReleaseDamaged } from "../../src/release/soundness.ts";
import { type PageSource, TablePages, type TablePlace } from "../../src/release/table-pages.ts";
import { changeBehindSeal } from "./reseal.ts";
import { fees, temporaryFolder, testState, writeDataset } from "./test-state.ts";

describe("checksum", () => {
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
    ])("reports %s", async (_, sql, ask, place) => {
      expect(await noticedIn("SELECT 1", ask)).toBe("answered");
      expect(await noticedIn(sql, ask)).toBe(place);
    });

    test("reports a cell that is there no longer in the rows of its key", async () => {
      const ask = ({ data }: StateInRelease) => data.hasRows(fees, { column: "fee", text: "20" });
      expect(await noticedIn("SELECT 1", ask)).toBe("answered");
      expect(
        await noticedIn(
          "UPDATE zz_fees SET fee = '20' WHERE line = 5; UPDATE zz_fees SET fee = '21' WHERE line = 4",
          ask,
        ),
      ).toBe("zz_fees");
    });

    test("reports a provider in the place of another, already when the rules are compared", () => {
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
    ])("reports a text that rows share when it %s, as soon as the release is opened", (_, sql) => {
      expect(() => openRelease(changed(sql), [testState])).toThrow(
        /zz_providers_repeated_cells: the texts of (city|provider_name) are not as they were stored/,
      );
    });
  });
});

describe("row text", () => {
  const PLACE = 77;
  const text = rowText(["San Jos\u00e9", null, 3, 'Say "Ah", Clinic'], 12);
  const summed = Buffer.from(summedText(text, PLACE));

  test("a text with its checksum is JSON still, and sound at its own place alone", () => {
    expect(JSON.parse(String(summed)).slice(0, -1)).toEqual(["San Jos\u00e9", null, 3, 'Say "Ah", Clinic', 12]);
    expect(withoutSum(String(summed))).toBe(text);
    expect(isSoundText(summed, PLACE)).toBe(true);
    expect(isSoundText(summed, PLACE + 1)).toBe(false);
  });

  test("no bit of it can be another, and no byte be missing", () => {
    for (let bit = 0; bit < summed.length * 8; bit += 1) {
      const spoilt = Buffer.from(summed);
      spoilt.writeUInt8(spoilt.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      expect(isSoundText(spoilt, PLACE), `bit ${bit}`).toBe(false);
    }
    for (let length = 0; length < summed.length; length += 1) {
      expect(isSoundText(summed.subarray(0, length), PLACE), `${length} bytes`).toBe(false);
    }
  });

  test.each([undefined, null, 7, "[1,2]", Buffer.from("]"), Buffer.from(",]"), Buffer.from("[12]")])(
    "what a damaged page may hold is not sound: %s",
    (content) => {
      expect(isSoundText(content, PLACE)).toBe(false);
    },
  );
});

describe("a place", () => {
  test.each([
    ["line 12", "line", 12],
    ['sheet "A 3", row 7', 'sheet "A 3", row', 7],
    ["line 999999999", "line", 999_999_999],
    ["line 1000000000", "line 1000000000", 0],
    ["line 012", "line 012", 0],
    ["line 0", "line 0", 0],
    ["whole file", "whole file", 0],
    ["12", "12", 0],
    ["line ", "line ", 0],
  ])("%s is %s and %d", (place, text, number) => {
    expect([textOf(place), numberOf(place)]).toEqual([text, number]);
    const run = { line: 2, lineCount: 1, label: 0, number };
    expect(placeIn({ sources: [], text, isNumbered: number > 0 }, run, 2)).toBe(place);
  });
});

describe("packed runs", () => {
  const runs: readonly OriginRun[] = [
    { line: 2, lineCount: 3, label: 0, number: 7 },
    { line: 5, lineCount: 1, label: 1, number: 0 },
    { line: 9, lineCount: 200_000, label: 63, number: 999_000_000 },
    { line: 300_000, lineCount: 1, label: 0, number: 1 },
    { line: 999_999_999, lineCount: 1, label: 2, number: 999_999_999 },
  ];

  test("give the run of each of their lines, and none between them", () => {
    const packed = packRuns(0, runs);
    const runOf = (line: number) => runWith(line, 0, packed);
    for (const run of runs) {
      expect(runOf(run.line)).toEqual(run);
      expect(runOf(run.line + run.lineCount - 1)).toEqual(run);
    }
    for (const line of [0, 1, 6, 8, 200_009, 299_999, 300_001, 999_999_998, 1_000_000_000])
      expect(runOf(line)).toBeNull();
  });

  test("take four bytes where lines and places count up, whatever they count from", () => {
    expect(packRuns(5_000_000, [{ line: 5_000_000, lineCount: 100, label: 0, number: 3 }])).toHaveLength(4);
    expect(packRuns(0, runs.slice(0, 0))).toHaveLength(0);
  });
});

describe("table pages", () => {
  const folder = temporaryFolder();

  interface Written {
    readonly place: TablePlace;
    readonly bytes: Buffer;
  }

  let files = 0;

  /** A file of SQLite's own making with the rows 1, 2, 3 ... */
  function written(rows: readonly string[], pageBytes = 512): Written {
    files += 1;
    const path = join(folder, `pages-${files}.db`);
    const database = new Database(path);
    database.pragma(`page_size = ${pageBytes}`);
    database.exec("CREATE TABLE other (x); CREATE TABLE rows (place INTEGER PRIMARY KEY, cells TEXT NOT NULL)");
    const insert = database.prepare("INSERT INTO rows (cells) VALUES (?)");
    database.transaction(() => {
      for (const row of rows) insert.run(row);
    })();
    const rootPage = database.prepare("SELECT rootpage FROM sqlite_master WHERE name = 'rows'").pluck().get() as number;
    const pageCount = database.pragma("page_count", { simple: true }) as number;
    database.close();
    const bytes = Buffer.alloc(pageCount * pageBytes);
    const descriptor = openSync(path, "r");
    readSync(descriptor, bytes);
    closeSync(descriptor);
    return { place: { pageBytes, pageCount, rootPage }, bytes };
  }

  function sourceOf(bytes: Buffer): PageSource & { reads: number } {
    const source = {
      reads: 0,
      readNow(into: Buffer, at: number) {
        source.reads += 1;
        return bytes.copy(into, 0, at, at + into.length) === into.length;
      },
    };
    return source;
  }

  const short = (count: number) =>
    Array.from({ length: count }, (_, index) => `row ${index} ${"x".repeat(index % 90)}`);

  describe("rows are found in the pages of a table", () => {
    test.each([0, 1, 5, 300, 40_000])("of %i rows: each of them, and none besides", (count) => {
      const rows = short(count);
      const { place, bytes } = written(rows);
      const pages = new TablePages(sourceOf(bytes), place);
      expect(rows.map((_, index) => pages.find(index + 1)?.toString())).toEqual(rows);
      for (const row of [count + 1, 2 ** 31]) expect(pages.find(row)).toBeNull();
    });

    test("neighbours are found in the page that was read last", () => {
      const { place, bytes } = written(short(300), 8192);
      const source = sourceOf(bytes);
      const pages = new TablePages(source, place);
      pages.find(1);
      const { reads } = source;
      pages.find(2);
      pages.find(3);
      expect(source.reads).toBe(reads);
    });
  });

  describe("rows are left to SQLite", () => {
    test("when they go on in other pages; those beside them are found", () => {
      const rows = ["before", "y".repeat(477 - 4), "z".repeat(478), "w".repeat(5_000), "after"];
      const { place, bytes } = written(rows);
      const pages = new TablePages(sourceOf(bytes), place);
      expect(rows.map((_, index) => pages.find(index + 1)?.toString() ?? null)).toEqual([
        "before",
        rows[1],
        null,
        null,
        "after",
      ]);
    });

    test("when a page cannot be read, and are found when it can be again", () => {
      const { place, bytes } = written(short(300));
      let fault: "none" | "short" | "error" = "none";
      const pages = new TablePages(
        {
          readNow(into, at) {
            if (fault === "error") throw new Error("EIO");
            bytes.copy(into, 0, at, at + into.length);
            return fault === "none";
          },
        },
        place,
      );
      for (const each of ["short", "error"] as const) {
        fault = each;
        expect(pages.find(7)).toBeNull();
        fault = "none";
        expect(pages.find(7)?.toString()).toBe("row 6 xxxxxx");
        expect(pages.find(200)).not.toBeNull();
      }
    });

    test("when the table begins with a page that is none of a table", () => {
      const { place, bytes } = written(short(300));
      bytes.fill(0xff, (place.rootPage - 1) * place.pageBytes, place.rootPage * place.pageBytes);
      expect(new TablePages(sourceOf(bytes), place).find(7)).toBeNull();
    });

    test("when pages lead in a circle", () => {
      const { place, bytes } = written(short(300));
      const root = (place.rootPage - 1) * place.pageBytes;
      const cellCount = bytes.readUInt16BE(root + 3);
      for (let cell = 0; cell < cellCount; cell += 1) {
        bytes.writeUInt32BE(place.rootPage, root + bytes.readUInt16BE(root + 12 + cell * 2));
      }
      bytes.writeUInt32BE(place.rootPage, root + 8);
      expect(new TablePages(sourceOf(bytes), place).find(7)).toBeNull();
    });

    test("or found as other bytes, never with an error, when pages are full of random ones", () => {
      const { place, bytes } = written(short(2_000));
      const pages = new TablePages(sourceOf(bytes), place);
      let state = 7;
      for (let at = 0; at < bytes.length; at += 1) {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        // The kind of page stays, so that the rest is looked at.
        if (at % place.pageBytes !== 0) bytes[at] = state >>> 24;
      }
      for (let row = 1; row <= 2_000; row += 1) expect(() => pages.find(row)).not.toThrow();
      expect(() => new TablePages(sourceOf(bytes), place).find(1)).not.toThrow();
    });
  });
});
