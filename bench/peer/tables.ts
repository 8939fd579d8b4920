import { createReadStream, readFileSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { connectTo } from "./connect.ts";

/** Loads the registry and the fee schedule of California, with the indexes that serve the peer's two questions best. */
export async function loadTables(port: number, hasTrigrams: boolean, dataset: string): Promise<void> {
  const sql = connectTo(port, 1);
  for (const table of ["providers", "outpatient_rates"]) {
    const file = join(dataset, "ca", `${table}.csv`);
    const columns = headerOf(file);
    await sql.unsafe(`CREATE TABLE ${table} (${columns.map((column) => `${column} text`).join(", ")})`);
    await pipeline(
      createReadStream(file),
      await sql.unsafe(`COPY ${table} FROM STDIN (FORMAT csv, HEADER)`).writable(),
    );
  }
  await sql`CREATE INDEX ON providers (npi)`;
  await sql`CREATE INDEX ON outpatient_rates (procedure_code)`;
  await sql`CREATE INDEX ON providers (lower(provider_name), npi)`;
  if (hasTrigrams) {
    await sql`CREATE EXTENSION pg_trgm`;
    await sql`CREATE INDEX ON providers USING gin (lower(provider_name) gin_trgm_ops)`;
  }
  await sql`VACUUM ANALYZE`;
  await sql.end();
}

function headerOf(file: string): string[] {
  const text = readFileSync(file, "utf8");
  return text.slice(0, text.indexOf("\n")).split(",");
}
