import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isMissing, unreadable } from "../core/files/reading.ts";
import { didYouMean } from "../core/text/closest.ts";
import { isLongerThan } from "../core/text/encoding.ts";
import type { FaultList } from "./fault.ts";

/** The file that says what a dataset is (conventions 7). */
export const DESCRIPTION_FILE = "dataset.json";

/** A publication that a table's figures were taken from. */
export interface Source {
  /** Such as `ca/outpatient_rates`. */
  readonly table: string | null;
  readonly publication: string | null;
  readonly publisher: string | null;
  readonly published: string | null;
  readonly retrieved: string | null;
  readonly url: string | null;
  readonly sha256: string | null;
  /** Which edition of it: the day it is as of. */
  readonly edition: string | null;
  readonly file: string | null;
  /** What `import` calls the publication, and the files in `origins/` with it: `ca/medi-cal-rates`. */
  readonly importer: string | null;
  /** Its figures are made up, for trials. */
  readonly synthetic?: true;
  /** The rows that come from it, by the values of their cells (`check.ts`); absent: the rows that no other source claims. */
  readonly rows?: Readonly<Record<string, readonly string[]>>;
}

export interface DatasetDescription {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly sources: readonly Source[];
}

/** For everything that is printed or sent on; null when none of the figures are made up. */
export function madeUpWarning(sources: readonly Pick<Source, "synthetic">[]): string | null {
  const isMadeUp = sources.some(({ synthetic }) => synthetic === true);
  return isMadeUp ? "TEST DATA: this dataset has made-up figures." : null;
}

const MEMBERS = ["name", "version", "description", "sources"];
const SOURCE_MEMBERS = [
  "table",
  "publication",
  "publisher",
  "published",
  "retrieved",
  "url",
  "sha256",
  "edition",
  "file",
  "importer",
] as const;

const SYNTHETIC = "synthetic";
const ROWS = "rows";

/** Values that one source may list for its rows, of all columns: the codes of a large schedule, in some hundred kilobytes. */
const ROW_VALUES_MAX = 20_000;

type Members = Readonly<Record<string, unknown>>;
type Report = (member: string | null, value: unknown, reason: string) => void;

/** Reads `dataset.json`; null when it is missing or faulty. */
export async function readDescription(dataset: string, faults: FaultList): Promise<DatasetDescription | null> {
  const faultsBefore = faults.count;
  const report: Report = (member, value, reason) => {
    const shown = value === undefined ? null : typeof value === "string" ? value : JSON.stringify(value);
    faults.add({ file: DESCRIPTION_FILE, line: null, column: member, value: shown, reason });
  };

  const members = await readMembers(dataset, report);
  if (members === null) return null;

  refuseUnknown(members, MEMBERS, "", report);
  const description = {
    name: requiredText(members, "name", report),
    version: requiredText(members, "version", report),
    description: optionalText(members, "description", "description", report) ?? "",
    sources: sourcesOf(members.sources ?? [], report),
  };
  return faults.count === faultsBefore ? description : null;
}

async function readMembers(dataset: string, report: Report): Promise<Members | null> {
  let text: string;
  try {
    text = await readFile(join(dataset, DESCRIPTION_FILE), "utf8");
  } catch (error) {
    if (!isMissing(error)) throw unreadable(join(dataset, DESCRIPTION_FILE), error);
    report(null, undefined, "missing; it gives the dataset's name and version");
    return null;
  }
  try {
    const json: unknown = JSON.parse(text.replace(/^\ufeff/, ""));
    if (isObject(json)) return json;
    report(null, undefined, "expected a JSON object");
  } catch (error) {
    report(null, undefined, `not JSON: ${(error as Error).message}`);
  }
  return null;
}

function sourcesOf(value: unknown, report: Report): Source[] {
  if (!Array.isArray(value)) {
    report("sources", value, "expected a list of publications");
    return [];
  }
  return value.map((source: unknown, index) => sourceOf(source, `sources[${index}]`, report));
}

function sourceOf(value: unknown, place: string, report: Report): Source {
  const members = isObject(value) ? value : {};
  if (!isObject(value)) report(place, value, `expected an object with ${SOURCE_MEMBERS.join(", ")}`);
  refuseUnknown(members, [...SOURCE_MEMBERS, SYNTHETIC, ROWS], `${place}.`, report);
  const texts = SOURCE_MEMBERS.map((name) => [name, optionalText(members, name, `${place}.${name}`, report)]);
  const synthetic = members[SYNTHETIC] ?? false;
  if (typeof synthetic !== "boolean") report(`${place}.${SYNTHETIC}`, synthetic, "expected true or false");
  const rows = rowsOf(members[ROWS] ?? null, `${place}.${ROWS}`, report);
  return {
    ...Object.fromEntries(texts),
    ...(synthetic === true ? { synthetic } : {}),
    ...(rows === null ? {} : { rows }),
  } as Source;
}

/** `{"effective_start_date": ["2023-03-15"]}`; null when it is absent or has errors. */
function rowsOf(value: unknown, place: string, report: Report): Source["rows"] | null {
  if (value === null) return null;
  const lists = isObject(value) ? Object.values(value) : [];
  const areLists = lists.every((list) => Array.isArray(list) && list.length > 0 && list.every(isText));
  if (lists.length === 0 || !areLists) {
    report(place, value, 'expected lists of values by column, such as {"effective_start_date": ["2026-01-01"]}');
    return null;
  }
  const count = lists.reduce<number>((sum, list) => sum + (list as readonly string[]).length, 0);
  if (count > ROW_VALUES_MAX) {
    report(place, undefined, `expected at most ${ROW_VALUES_MAX} values, found ${count}`);
    return null;
  }
  return value as NonNullable<Source["rows"]>;
}

/** A name and a version are shown with every answer, in a header too. */
export const TITLE_CHARACTERS_MAX = 100;

function requiredText(members: Members, name: string, report: Report): string {
  const value = members[name];
  if (typeof value === "string" && isLongerThan(value, TITLE_CHARACTERS_MAX)) {
    report(name, value.slice(0, TITLE_CHARACTERS_MAX), `expected at most ${TITLE_CHARACTERS_MAX} characters`);
    return "";
  }
  if (typeof value === "string" && value.trim() !== "") return value.trim();
  report(name, value, "expected text that is not empty");
  return "";
}

function optionalText(members: Members, name: string, place: string, report: Report): string | null {
  const value = members[name] ?? null;
  if (value === null || typeof value === "string") return value;
  report(place, value, "expected text");
  return null;
}

function refuseUnknown(members: Members, known: readonly string[], prefix: string, report: Report): void {
  for (const name of Object.keys(members)) {
    if (known.includes(name)) continue;
    const remedy = didYouMean(name, known, `known members: ${known.join(", ")}`);
    report(`${prefix}${name}`, undefined, `unknown member; ${remedy}`);
  }
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
