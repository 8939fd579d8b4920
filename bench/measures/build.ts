import { globSync, readFileSync, rmSync } from "node:fs";
import { basename } from "node:path";
import Database from "better-sqlite3";
import { parse } from "csv-parse/sync";
import type { Result } from "../result.ts";
import { build, type Setup } from "../setup.ts";

/** Building a release, against a bulk insert of the same rows that are already in memory. */
export async function measureBuild({ dataset, release }: Setup): Promise<Result> {
  const floor = bulkInsert(globSync(`${dataset}/*/*.csv`), `${release}.floor`);
  const milliseconds = await build(dataset, release);
  return {
    what: "build",
    measured: `${(milliseconds / 1000).toFixed(1)} s`,
    floor: `${(floor / 1000).toFixed(1)} s bulk insert`,
    value: milliseconds / floor,
    unit: "x",
    budget: 3,
  };
}

/** Milliseconds of inserting every row of the files, each table with an index; reading the files does not count. */
function bulkInsert(files: readonly string[], out: string): number {
  rmSync(out, { force: true });
  const database = new Database(out);
  database.pragma("journal_mode = OFF");
  database.pragma("synchronous = OFF");
  let milliseconds = 0;
  for (const [number, file] of files.entries()) {
    const [columns = [], ...rows] = parse(readFileSync(file)) as string[][];
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
