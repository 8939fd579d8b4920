import { once } from "node:events";
import { appendFileSync, createWriteStream, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { csvCell } from "../../src/core/text/csv.ts";
import { isHospital, type ProviderType } from "../../src/states/ca/values.ts";
import { inventedNames, type Names } from "./names.ts";
import { Random } from "./random.ts";

/** A row of either table, with the columns that are changed. */
interface Row extends Readonly<Record<string, string>> {
  readonly npi: string;
  readonly state_provider_id: string;
  readonly alternate_npis: string;
  readonly street_address: string;
  readonly zip_code: string;
}

const SEED = 20_261_115;
/** NPIs and identifiers of invented providers begin here; those of the sample lie far below. */
const FIRST_NPI = 1_300_000_000;
const NPI_STEP = 7;
const FIRST_ID = 500_000_000;
/** A provider may have rows with several identifiers. */
const IDS_PER_PROVIDER = 4;
const FIRST_ALTERNATE_NPI = 1_900_000_000;
const HOSPITALS_MAX = 400;
/** Text gathered before it is written: few system calls, little memory. */
const GATHERED_CHARACTERS = 1 << 20;

/** The NPI of the invented provider with a number, so that lookups are made without reading the registry. */
export function npiOf(number: number): string {
  return String(FIRST_NPI + number * NPI_STEP);
}

/**
 * Adds invented providers to the tables of California. Each has the rows of a provider of the sample under another
 * name and address, so that every legal combination of types and places occurs. Hospitals come first, with their rates.
 */
export async function addProviders(folder: string, providers: number): Promise<void> {
  const registry = tableOf(folder, "providers");
  const rates = tableOf(folder, "hospital_rates");
  const ratesById = Map.groupBy(rates.rows, (row) => row.state_provider_id);
  const templates = [
    ...Map.groupBy(
      registry.rows.filter((row) => row.npi !== ""),
      (row) => row.npi,
    ).values(),
  ];
  const hospitals = templates.filter((rows) => rows.every(isHospitalRow));
  const others = templates.filter((rows) => !rows.some(isHospitalRow));

  const random = new Random(SEED);
  const names = inventedNames(random);
  const hospitalsCount = Math.min(HOSPITALS_MAX, Math.floor(providers / 2));
  const out = createWriteStream(registry.file, { flags: "a" });
  const ownRates: string[] = [];
  let text = "";
  for (let number = 0; number < providers; number += 1) {
    const isOneOfFew = number < hospitalsCount;
    const template = isOneOfFew ? (hospitals[number % hospitals.length] as Row[]) : random.pick(others);
    const name = isOneOfFew ? names.hospital() : nameLike(template, names);
    for (const [place, row] of template.entries()) {
      const id = row.state_provider_id && String(FIRST_ID + number * IDS_PER_PROVIDER + place);
      text += lineOf(registry.columns, copyOf(row, number, id, name, random));
      for (const rate of ratesById.get(row.state_provider_id) ?? []) {
        ownRates.push(lineOf(rates.columns, { ...rate, state_provider_id: id }));
      }
    }
    if (text.length < GATHERED_CHARACTERS) continue;
    if (!out.write(text)) await once(out, "drain");
    text = "";
  }
  out.end(text);
  await once(out, "finish");
  appendFileSync(rates.file, ownRates.join(""));
}

function tableOf(folder: string, table: string) {
  const file = join(folder, `${table}.csv`);
  const text = readFileSync(file, "utf8");
  const [columns = []] = parse(text, { to: 1 }) as string[][];
  return { file, columns, rows: parse(text, { columns: true }) as Row[] };
}

function lineOf(columns: readonly string[], row: Row): string {
  return `${columns.map((column) => csvCell(row[column] ?? "")).join(",")}\n`;
}

/** Hospitals are few in life, and lookups by name price each of them. */
function isHospitalRow(row: Row): boolean {
  const providerType = (row.provider_type || null) as ProviderType | null;
  return isHospital({ providerType, primaryTaxonomy: row.primary_taxonomy || null });
}

function nameLike([first]: readonly Row[], names: Names): string {
  return first?.entity_type === "Individual" ? names.person() : names.clinic();
}

/** A row of a provider of the sample under other identifiers, another name and another address. */
function copyOf(row: Row, number: number, id: string, name: string, random: Random): Row {
  return {
    ...row,
    npi: npiOf(number),
    state_provider_id: id,
    alternate_npis: row.alternate_npis && String(FIRST_ALTERNATE_NPI + number),
    provider_name: name,
    street_address: row.street_address.replace(/^[0-9]+/, String(1 + random.below(9_999))),
    zip_code: row.zip_code && `${row.zip_code.slice(0, 3)}${10 + random.below(90)}`,
  };
}
