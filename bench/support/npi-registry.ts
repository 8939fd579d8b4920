import { once } from "node:events";
import { createWriteStream, existsSync, mkdirSync, renameSync } from "node:fs";
import { dirname } from "node:path";
import { nameMaker } from "./names.ts";
import { Random } from "./random.ts";

const SEED = 20_260_208;
const FLUSH_BYTES = 1 << 20;
const COLUMNS = 330;

/** Shares of the registry: the four states, and NPIs that are no longer active. */
const SHARES = [
  ["CA", 0.11],
  ["NY", 0.07],
  ["FL", 0.06],
  ["GA", 0.03],
] as const;
const DEACTIVATED = 0.04;
const ELSEWHERE = ["TX", "PA", "OH", "IL", "MI", "NC", "MA", "WA", "AZ", "TN"];
const TAXONOMIES = ["207Q00000X", "207R00000X", "363L00000X", "225100000X", "103T00000X", "261QA1903X", "282N00000X"];

/** The columns from which providers are made, by their place in the file. */
const NPI = 0;
const ENTITY_TYPE = 1;
const ORGANIZATION = 4;
const LAST_NAME = 5;
const FIRST_NAME = 6;
const CREDENTIAL = 10;
const MAILING = 20;
const PRACTICE = 28;
const ENUMERATED = 36;
const DEACTIVATION = 39;
const TAXONOMY = 47;
const TAXONOMY_CELLS = 4;
const IDENTIFIER = 107;
const IDENTIFIER_CELLS = 4;

/** The headings of the NPI registry file that are read; all others are numbered. */
function headings(): string[] {
  const names = Array.from({ length: COLUMNS }, (_, column) => `Column ${column + 1}`);
  const address = (kind: string) => [
    `Provider First Line Business ${kind} Address`,
    `Provider Second Line Business ${kind} Address`,
    `Provider Business ${kind} Address City Name`,
    `Provider Business ${kind} Address State Name`,
    `Provider Business ${kind} Address Postal Code`,
  ];
  const set = (first: number, list: readonly string[]) => {
    for (const [index, name] of list.entries()) names[first + index] = name;
  };
  set(NPI, ["NPI", "Entity Type Code"]);
  set(ORGANIZATION, [
    "Provider Organization Name (Legal Business Name)",
    "Provider Last Name (Legal Name)",
    "Provider First Name",
    "Provider Middle Name",
    "Provider Name Prefix Text",
    "Provider Name Suffix Text",
    "Provider Credential Text",
  ]);
  set(MAILING, address("Mailing"));
  set(PRACTICE, address("Practice Location"));
  for (let slot = 0; slot < 15; slot += 1) {
    names[TAXONOMY + slot * TAXONOMY_CELLS] = `Healthcare Provider Taxonomy Code_${slot + 1}`;
    names[TAXONOMY + slot * TAXONOMY_CELLS + 3] = `Healthcare Provider Primary Taxonomy Switch_${slot + 1}`;
  }
  for (let slot = 0; slot < 50; slot += 1) {
    set(IDENTIFIER + slot * IDENTIFIER_CELLS, [
      `Other Provider Identifier_${slot + 1}`,
      `Other Provider Identifier Type Code_${slot + 1}`,
      `Other Provider Identifier State_${slot + 1}`,
    ]);
  }
  return names;
}

/** An invented NPI registry file of so many rows, 330 quoted cells each; made once and kept. */
export async function npiRegistry(path: string, rows: number): Promise<string> {
  if (existsSync(path)) return path;
  mkdirSync(dirname(path), { recursive: true });
  const random = new Random(SEED);
  const names = nameMaker(random);
  const out = createWriteStream(`${path}.part`);
  let text = line(headings());
  for (let index = 0; index < rows; index += 1) {
    text += line(registrant(String(1_100_000_000 + index * 11), random, names));
    if (text.length < FLUSH_BYTES) continue;
    if (!out.write(text)) await once(out, "drain");
    text = "";
  }
  out.end(text);
  await once(out, "finish");
  renameSync(`${path}.part`, path);
  return path;
}

function line(cells: readonly string[]): string {
  return `"${cells.join('","')}"\n`;
}

function registrant(npi: string, random: Random, names: ReturnType<typeof nameMaker>): string[] {
  const cells = Array.from({ length: COLUMNS }, () => "");
  cells[NPI] = npi;
  if (random.next() < DEACTIVATED) {
    cells[DEACTIVATION] = "01/31/2020";
    return cells;
  }
  const isPerson = random.next() < 0.78;
  cells[ENTITY_TYPE] = isPerson ? "1" : "2";
  if (isPerson) {
    const [last = "", first = ""] = names.person().split(", ");
    cells[LAST_NAME] = last;
    cells[FIRST_NAME] = first;
    cells[CREDENTIAL] = "M.D.";
  } else cells[ORGANIZATION] = names.organization();
  const state = stateOf(random);
  for (const place of [MAILING, PRACTICE]) {
    cells[place] = `${1 + random.below(9_999)} MAIN STREET`;
    cells[place + 1] = random.next() < 0.4 ? "SUITE 300" : "";
    cells[place + 2] = "SPRINGFIELD";
    cells[place + 3] = state;
    cells[place + 4] = String(100_000_000 + random.below(899_999_999));
    cells[place + 5] = "US";
    cells[place + 6] = "5555550100";
  }
  cells[ENUMERATED] = "05/23/2005";
  cells[ENUMERATED + 1] = "07/08/2007";
  const listed = random.next() < 0.75 ? 1 : 2;
  for (let slot = 0; slot < listed; slot += 1) {
    cells[TAXONOMY + slot * TAXONOMY_CELLS] = random.pick(TAXONOMIES);
    cells[TAXONOMY + slot * TAXONOMY_CELLS + 1] = "ME12345";
    cells[TAXONOMY + slot * TAXONOMY_CELLS + 2] = state;
    cells[TAXONOMY + slot * TAXONOMY_CELLS + 3] = slot === listed - 1 ? "Y" : "N";
  }
  if (random.next() < 0.3) {
    cells[IDENTIFIER] = String(10_000_000 + random.below(89_999_999));
    cells[IDENTIFIER + 1] = "05";
    cells[IDENTIFIER + 2] = state;
  }
  return cells;
}

function stateOf(random: Random): string {
  let at = random.next();
  for (const [state, share] of SHARES) {
    if (at < share) return state;
    at -= share;
  }
  return random.pick(ELSEWHERE);
}
