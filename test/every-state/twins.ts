import { cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { snakeCase } from "../../src/core/text/spelling.ts";
import { checkDataset } from "../../src/dataset/check.ts";
import { fileOf, headersOf } from "../../src/dataset/table.ts";
import type { State } from "../../src/pricing/state/state.ts";
import { states } from "../../src/states/index.ts";

type Cells = Readonly<Record<string, string>>;

/** Providers that have twins, spread over the registry. */
const ORIGINALS_MAX = 16;
/** The first line after the header; no cell of the tables has a line break. */
const FIRST_LINE = 2;
/** Twins of a provider in one column. */
const TWINS_PER_COLUMN = 2;

export interface DatasetWithTwins {
  readonly folder: string;
  /** NPIs of an original and of the twins that differ from it in one column, besides the NPI. */
  readonly families: readonly (readonly string[])[];
}

/** The datasets with twins that tests of this process have made; their folders go with the temporary files of the run. */
const made = new Map<string, Promise<DatasetWithTwins>>();

/**
 * A copy of a dataset in which some providers have twins: one for each column of the registry and each of two other values
 * that the column has. A twin has an NPI of its own, unless the column is part of the key and tells the two apart.
 * Twins that the dataset may not hold (an identifier that must be unique) are left out.
 */
export function datasetWithTwins(dataset: string, state: State): Promise<DatasetWithTwins> {
  const twins = made.get(dataset) ?? makeTwins(dataset, state);
  made.set(dataset, twins);
  return twins;
}

async function makeTwins(dataset: string, state: State): Promise<DatasetWithTwins> {
  const folder = mkdtempSync(join(tmpdir(), "ratebook-twins-"));
  cpSync(dataset, folder, { recursive: true });
  const { table } = state.providers;
  const file = join(folder, fileOf(table));
  const headers = headersOf(table);
  const rows = readCsv(file);
  const step = Math.ceil(rows.length / ORIGINALS_MAX);
  const originals = rows.filter((_, place) => place % step === 0);
  const keyHeaders = table.key.map(snakeCase).filter((header) => header !== "npi");

  let serial = 0;
  let twins = originals.flatMap((original) =>
    headers.flatMap((header) => {
      const values = new Set(rows.map((row) => row[header] ?? "").filter((value) => value !== original[header]));
      return [...values].slice(0, TWINS_PER_COLUMN).map((value) => {
        serial += 1;
        const npi = keyHeaders.includes(header) ? original.npi : `19${String(serial).padStart(8, "0")}`;
        return { original, cells: { ...original, npi, [header]: value } as Cells };
      });
    }),
  );

  for (;;) {
    writeFileSync(file, csvOf(headers, [...rows, ...twins.map(({ cells }) => cells)]));
    const { faults } = await checkDataset({ dataset: folder, states });
    if (faults.length === 0) break;
    // The row that a fault names: a twin's own, or one of another table that has a twin's identifier.
    const tables = new Map(
      [...new Set(faults.map((each) => each.file))].map((name) => [name, readCsv(join(folder, name))]),
    );
    const named = faults.map((each) => ({
      ...each,
      row: tables.get(each.file)?.[(each.line ?? 0) - FIRST_LINE] ?? {},
    }));
    const sound = twins.filter(({ cells }, place) =>
      named.every(({ file: faulty, line, row }) =>
        faulty === fileOf(table)
          ? line !== FIRST_LINE + rows.length + place
          : !keyHeaders.some((header) => cells[header] && cells[header] === row[header]),
      ),
    );
    if (sound.length === twins.length) throw new Error(JSON.stringify(faults.slice(0, 5)));
    twins = sound;
  }

  const families = originals.map((original) => [
    original.npi ?? "",
    ...twins.filter((twin) => twin.original === original).map(({ cells }) => cells.npi ?? ""),
  ]);
  return { folder, families };
}

function readCsv(file: string): Cells[] {
  return parse(readFileSync(file), { columns: true, bom: true, trim: true });
}

function csvOf(headers: readonly string[], rows: readonly Cells[]): string {
  const lines = rows.map((row) => headers.map((header) => `"${(row[header] ?? "").replaceAll('"', '""')}"`).join(","));
  return `${[headers.join(","), ...lines].join("\n")}\n`;
}
