import { globSync, readFileSync, rmSync } from "node:fs";
import { basename } from "node:path";
import Database from "better-sqlite3";
import { buildRelease } from "../../src/release/build.ts";
import { states } from "../../src/states/index.ts";
import type { Row } from "../support/row.ts";

/** Building a release, against a bulk insert of the same rows that are already in memory. */
export async function measureBuild(dataset: string, release: string): Promise<Row> {
  const floorMilliseconds = bulkInsert(globSync(`${dataset}/*/*.csv`), `${release}.floor`);
  const milliseconds = await build(dataset, release);
  return {
    what: "build",
    measured: `${(milliseconds / 1000).toFixed(1)} s`,
    floor: `${(floorMilliseconds / 1000).toFixed(1)} s bulk insert`,
    value: milliseconds / floorMilliseconds,
    unit: "x",
    budget: 3,
    stretch: 2,
    better: "less",
  };
}

/** Milliseconds that it takes to build the release. */
export async function build(dataset: string, release: string): Promise<number> {
  const start = performance.now();
  const outcome = await buildRelease({ dataset, out: release, states });
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.faults.slice(0, 5)));
  return performance.now() - start;
}

/** Milliseconds of inserting every row of the files, each table with an index; reading the files does not count. */
function bulkInsert(files: readonly string[], out: string): number {
  rmSync(out, { force: true });
  const database = new Database(out);
  database.pragma("journal_mode = OFF");
  database.pragma("synchronous = OFF");
  let milliseconds = 0;
  for (const [number, file] of files.entries()) {
    const { columns, rows } = readRows(file);
    const table = `${basename(file, ".csv")}_${number}`;
    const start = performance.now();
    database.exec(`CREATE TABLE ${table} (${columns.map((column) => `${column} TEXT`).join(", ")})`);
    const insert = database.prepare(`INSERT INTO ${table} VALUES (${columns.map(() => "?").join(", ")})`);
    database.transaction(() => {
      for (const row of rows) insert.run(row);
    })();
    database.exec(`CREATE INDEX by_${table} ON ${table} (${columns[0]})`);
    milliseconds += performance.now() - start;
  }
  database.close();
  rmSync(out);
  return milliseconds;
}

/** What the generator writes needs no CSV parser: a quoted cell has no quotes and no line ends inside. */
function readRows(file: string): { readonly columns: string[]; readonly rows: string[][] } {
  const [header = "", ...lines] = readFileSync(file, "utf8").trimEnd().split("\n");
  const columns = header.split(",");
  const rows = lines.map((line) => (line.match(/"[^"]*"|[^,]+|(?<=,)(?=,)/g) ?? []).slice(0, columns.length));
  for (const row of rows) while (row.length < columns.length) row.push("");
  return { columns, rows };
}
