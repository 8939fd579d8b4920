import { nameMaker } from "../support/names.ts";
import type { Random } from "../support/random.ts";
import { type Cells, readTable } from "./cells.ts";
import { HOSPITAL, PRACTITIONER, type StatePlan } from "./plan.ts";
import { TableFile } from "./table-file.ts";
import { variation, varied } from "./variation.ts";

const NPI_STEP = 7;
/** Other NPIs of hospitals, far from those of providers. */
const FIRST_ALTERNATE_NPI = 1_900_000_000;
/** Rows of one provider may have identifiers of their own: this many numbers are set aside for each. */
const NUMBERS_PER_PROVIDER = 4;

/** The NPI of the invented provider with a number, so that lookups can be made without reading the registry. */
export function npiOf(plan: Pick<StatePlan, "firstNpi">, number: number): string {
  return String(plan.firstNpi + number * NPI_STEP);
}

/** The numbers of the providers of each kind: facilities first, then everybody else. */
export function numbersByKind(plan: StatePlan, providers: number): ReadonlyMap<string, readonly [number, number]> {
  const ranges = new Map<string, readonly [number, number]>();
  let first = 0;
  for (const { kind, count } of plan.facilities) {
    // A small registry, as in a trial run, keeps room for practitioners.
    const fitting = Math.min(count, Math.floor(providers / (2 * plan.facilities.length)));
    ranges.set(kind, [first, first + fitting]);
    first += fitting;
  }
  return ranges.set(PRACTITIONER, [first, providers]);
}

/**
 * Writes the registry and the rates that are a provider's own: the sample's rows, then those of
 * invented providers. Each of these has the rows of a provider of the sample, with identifiers, a
 * name and an address of its own, so that every legal combination of types, campuses and rates occurs.
 */
export async function writeRegistry(
  plan: StatePlan,
  providers: number,
  { sample, out }: { readonly sample: string; readonly out: string },
  random: Random,
): Promise<void> {
  const { header, rows } = readTable(sample, "providers");
  const ownRates = plan.ownRates.map((rates) => {
    const read = readTable(sample, rates.table);
    const byOwner = Map.groupBy(read.rows, (row) => row[rates.column] ?? "");
    return { ...rates, sampleRows: read.rows, byOwner, file: new TableFile(out, rates.table, read.header) };
  });
  const registry = new TableFile(out, "providers", header);
  await registry.add(rows);
  for (const { file, sampleRows } of ownRates) await file.add(sampleRows);

  const templates = templatesByKind(plan, rows);
  const names = nameMaker(random);
  for (const [kind, [first, end]] of numbersByKind(plan, providers)) {
    const ofKind = templates.get(kind) ?? [];
    for (let number = first; number < end; number += 1) {
      // In turn among the few, so that each occurs; at random among the many.
      const template = kind === PRACTITIONER ? random.pick(ofKind) : (ofKind[number % ofKind.length] as Cells[]);
      const isPerson = template[0]?.entity_type === "Individual";
      const name = kind === HOSPITAL ? names.hospital() : isPerson ? names.person() : names.organization();
      const copies = template.map((row) => ({ ...row, ...newIdentity(plan, row, template, number) }));
      await registry.add(copies.map((row) => ({ ...row, ...newAddress(row, random), provider_name: name })));

      const factor = variation(random);
      for (const { column, varies, byOwner, file } of ownRates) {
        await file.add(ratesOf(template, copies, column, byOwner).map((row) => varied(row, varies, factor)));
      }
    }
  }
  for (const file of [registry, ...ownRates.map((rates) => rates.file)]) await file.close();
}

/** The sample's providers, each with all its rows, by kind. */
function templatesByKind(plan: StatePlan, rows: readonly Cells[]): Map<string, Cells[][]> {
  const withNpi = rows.filter((row) => row.npi !== "");
  const providers = [...Map.groupBy(withNpi, (row) => row.npi).values()];
  const byKind = Map.groupBy(providers, ([first]) => plan.kindOf(first as Cells) ?? "");
  // A provider of several kinds would bring facilities into the crowd of practitioners.
  for (const [kind, ofKind] of byKind) {
    byKind.set(
      kind,
      ofKind.filter((provider) => provider.every((row) => plan.kindOf(row) === kind)),
    );
  }
  return byKind;
}

/** Identifiers of a row's own; where the template has none, none. Rows that share one still do. */
function newIdentity(plan: StatePlan, row: Cells, template: readonly Cells[], number: number): Cells {
  const identity: Record<string, string> = { npi: npiOf(plan, number) };
  for (const [column, made] of Object.entries(plan.identifiers)) {
    const values = [...new Set(template.map((other) => other[column]))];
    const place = values.indexOf(row[column]);
    if (row[column] !== "") identity[column] = made(number * NUMBERS_PER_PROVIDER + place);
  }
  if (row.alternate_npis) {
    const alternates = row.alternate_npis.split("|");
    const first = FIRST_ALTERNATE_NPI + (plan.firstNpi % 1_000_000_000) / 100 + number * 10;
    identity.alternate_npis = alternates.map((_, place) => first + place).join("|");
  }
  return identity;
}

/** An equal place with another number. */
function newAddress(row: Cells, random: Random): Cells {
  const street = (row.street_address ?? "").replace(/^[0-9]+/, String(1 + random.below(9_999)));
  const area = (row.zip_code ?? "").slice(0, 3);
  const zip = `${area}${10 + random.below(90)}${random.next() < 0.5 ? `-${1_000 + random.below(9_000)}` : ""}`;
  return { street_address: street, zip_code: area === "" ? "" : zip };
}

/** The rates of a provider's template under the provider's own identifier. */
function ratesOf(
  template: readonly Cells[],
  copies: readonly Cells[],
  column: string,
  byOwner: ReadonlyMap<string, readonly Cells[]>,
): Cells[] {
  const owners = new Map(template.map((row, place) => [row[column] ?? "", copies[place]?.[column] ?? ""]));
  return [...owners].flatMap(([before, now]) => (byOwner.get(before) ?? []).map((row) => ({ ...row, [column]: now })));
}
