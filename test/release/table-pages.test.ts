import { closeSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { type PageSource, TablePages, type TablePlace } from "../../src/release/table-pages.ts";
import { temporaryFolder } from "./test-state.ts";

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

const short = (count: number) => Array.from({ length: count }, (_, index) => `row ${index} ${"x".repeat(index % 90)}`);

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
