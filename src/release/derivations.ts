import { createHash, type Hash } from "node:crypto";
import { foldName } from "../core/text/folding.ts";
import type { RateData } from "../dataset/table.ts";
import { Classes } from "../registry/classes.ts";
import type { ProviderDefinition } from "../registry/definition.ts";
import type { ProviderStore } from "../registry/store.ts";
import { StoredRowReader } from "../registry/stored-row-reader.ts";

/*
 * The indexes of a registry hold what rules of this program made of its rows: classes, order, identity, folded names.
 * Rules are code and cannot be compared, but what they make of a row can. So a release keeps a hash, per kind of rule, of
 * what they made of some of its rows, and a program that makes something else of these rows refuses the release.
 */

/** Rows looked at when a release is opened, spread over the registry: a hundredth of a second. */
const SPREAD_ROWS_MAX = 256;

/** Classes of a setting whose first row is looked at too: small classes are missed by rows that are merely spread. */
const CLASSES_MAX = 256;

/** Letters with and without marks, ligatures, wide and small forms: blocks that Unicode no longer changes. */
const FOLDED_CHARACTERS = [
  [0x20, 0x24f],
  [0x370, 0x3ff],
  [0x400, 0x4ff],
  [0x1e00, 0x1eff],
  [0xfb00, 0xfb06],
  [0xff01, 0xff5e],
] as const;

/** Runs and ends of what is not a letter, marks in a row, letters and digits side by side. */
const FOLDED_TEXTS = [
  "A  B",
  " A",
  "A ",
  "A--B",
  "A - B",
  "-A-",
  "A\tB\u00a0C",
  "E\u0301\u0323",
  "A1 B2",
  "a b",
  "",
  "  ",
] as const;

/** What the rules of a program make of a registry's rows, as a hash by the name of the rule. */
export function derivationsOf(
  store: ProviderStore,
  definition: ProviderDefinition,
  data: RateData,
): Readonly<Record<string, string>> {
  const { classes, order, identity, identifiers, filters, name } = definition;
  const reader = new StoredRowReader(store, definition.table);
  const hashes = new Map<string, Hash>();
  const add = (rule: string, made: unknown) => {
    const hash = hashes.get(rule) ?? createHash("sha256");
    hashes.set(rule, hash.update(JSON.stringify(made)));
  };

  add("folding of names", [...foldedCharacters(), ...FOLDED_TEXTS.map(foldName)]);
  for (const number of rowsLookedAt(store)) {
    const row = reader.read(number);
    add("classes of providers", [classes.outpatient?.(row, data) ?? null, classes.inpatient?.(row, data) ?? null]);
    add("order of providers", order(row));
    add("identity of providers", identity(row));
    add("folding of names", foldName(name(row)));
    for (const { of, fold } of Object.values(identifiers)) {
      add(
        "identifiers of providers",
        of(row).map((value) => value && fold(value)),
      );
    }
    for (const { of } of Object.values(filters)) add("search of providers", of(row, data));
  }
  return Object.fromEntries([...hashes].map(([rule, hash]) => [rule, hash.digest("hex")]));
}

function foldedCharacters(): string[] {
  const folded: string[] = [];
  for (const [first, last] of FOLDED_CHARACTERS) {
    for (let code = first; code <= last; code += 1) folded.push(foldName(`A${String.fromCharCode(code)}B`));
  }
  return folded;
}

function rowsLookedAt(store: ProviderStore): readonly number[] {
  const rows = new Set<number>();
  const spreadCount = Math.min(store.rowCount, SPREAD_ROWS_MAX);
  for (let place = 0; place < spreadCount; place += 1) rows.add(Math.floor((place * store.rowCount) / spreadCount));
  for (const setting of ["outpatient", "inpatient"] as const) {
    const ofSetting = new Classes(store, setting);
    const classCount = Math.min(ofSetting.count, CLASSES_MAX);
    for (let classNumber = 1; classNumber <= classCount; classNumber += 1)
      rows.add(ofSetting.representative(classNumber));
  }
  return [...rows].sort((a, b) => a - b);
}
