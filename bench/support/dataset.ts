import { once } from "node:events";
import { cpSync, createWriteStream, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { nameMaker } from "./names.ts";
import { Random } from "./random.ts";

/** Bumped when the generator changes, so that an older dataset is not taken for a new one. */
const GENERATOR = "1";
const SEED = 20_261_115;
const HOSPITALS = 450;
const FLUSH_BYTES = 1 << 20;

const TAXONOMIES = [
  "207Q00000X",
  "207R00000X",
  "208000000X",
  "207RC0000X",
  "2085R0202X",
  "363L00000X",
  "363A00000X",
  "213E00000X",
  "367500000X",
  "261QA1903X",
  "261QF0400X",
  "261QC1500X",
  "261QP2300X",
  "291U00000X",
  "207V00000X",
  "207L00000X",
] as const;
const CITIES = [
  "Los Angeles",
  "San Diego",
  "San Jose",
  "San Francisco",
  "Fresno",
  "Sacramento",
  "Long Beach",
  "Oakland",
  "Bakersfield",
  "Anaheim",
  "Santa Ana",
  "Riverside",
  "Stockton",
  "Chula Vista",
  "Irvine",
  "Fremont",
  "San Bernardino",
  "Modesto",
  "Fontana",
  "Oxnard",
  "Moreno Valley",
  "Glendale",
  "Santa Clarita",
  "Salinas",
  "Redding",
  "Eureka",
  "Visalia",
  "Merced",
  "Chico",
  "Ukiah",
] as const;

/** California with `providers` invented providers, on top of the sample's rates; made once and kept. */
export async function largeDataset(sample: string, folder: string, providers: number): Promise<string> {
  const mark = join(folder, "generated");
  const wanted = `${GENERATOR} ${SEED} ${providers}`;
  if (existsSync(mark) && readFileSync(mark, "utf8") === wanted) return folder;

  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "ca"), { recursive: true });
  for (const path of [
    "common",
    "ca/outpatient_rates.csv",
    "ca/conversion_factors.csv",
    "ca/drg_weights.csv",
    "ca/parameters.csv",
  ]) {
    cpSync(join(sample, path), join(folder, path), { recursive: true });
  }
  writeFileSync(
    join(folder, "dataset.json"),
    JSON.stringify({ name: "bench", version: wanted, description: "invented providers, sample rates", sources: [] }),
  );
  await writeProviders(join(folder, "ca/providers.csv"), join(folder, "ca/hospital_rates.csv"), providers);
  writeFileSync(mark, wanted);
  return folder;
}

async function writeProviders(providersFile: string, ratesFile: string, count: number): Promise<void> {
  const random = new Random(SEED);
  const names = nameMaker(random);
  const out = createWriteStream(providersFile);
  let text =
    "npi,state_provider_id,alternate_npis,provider_name,provider_type,entity_type,primary_taxonomy,street_address,city,state,zip_code,county,cbsa_code,cbsa_description\n";
  const rates = [
    "state_provider_id,drg_base_rate,cost_to_charge_ratio,casemix_adjustment_factor,designated_nicu,designated_public_hospital,effective_start_date",
  ];

  for (let index = 0; index < count; index += 1) {
    const isHospital = index % Math.ceil(count / HOSPITALS) === 0;
    const isPerson = !isHospital && random.next() < 0.7;
    const stateId = isHospital ? `106${100_000 + index}` : `MC${10_000_000 + index}`;
    const name = isHospital ? names.hospital() : isPerson ? names.person() : names.organization();
    const taxonomy = isHospital ? "282N00000X" : random.pickSkewed(TAXONOMIES);
    const zip = `${90_000 + random.below(6_000)}${random.next() < 0.5 ? `-${1_000 + random.below(9_000)}` : ""}`;
    text += `${npiOf(index)},${stateId},,"${name}",${isHospital ? "hospital" : ""},${isPerson ? "Individual" : "Organization"},${taxonomy},${1 + random.below(9_999)} Main St,${random.pickSkewed(CITIES)},CA,${zip},Los Angeles,31080,"Los Angeles-Long Beach-Anaheim, CA"\n`;
    if (isHospital) {
      rates.push(
        `${stateId},${6_000 + random.below(4_000)}.50,0.${2_000 + random.below(3_000)},,${random.next() < 0.2},${random.next() < 0.1},2023-07-01`,
      );
    }
    if (text.length > FLUSH_BYTES) {
      if (!out.write(text)) await once(out, "drain");
      text = "";
    }
  }
  out.end(text);
  await once(out, "finish");
  writeFileSync(ratesFile, `${rates.join("\n")}\n`);
}

/** The NPI of the provider at an index, so that lookups can be made without reading the file. */
export function npiOf(index: number): string {
  return String(1_300_000_000 + index * 7);
}
