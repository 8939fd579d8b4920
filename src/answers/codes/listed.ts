import { sharedWork } from "../../core/runtime/ending.ts";
import { nextSlice, Slices } from "../../core/runtime/scheduler.ts";
import { foldName } from "../../core/text/folding.ts";
import { compareText } from "../../core/text/order.ts";
import type { RowPlace, Table } from "../../dataset/table.ts";
import { aprDrgDescription, hcpcsDescription } from "../../pricing/descriptions.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import type { CareSetting } from "../../registry/definition.ts";
import type { Release, StateInRelease } from "../../release/release.ts";

/** A code that the tables of a lookup list. */
export interface ListedCode {
  readonly setting: CareSetting;
  /** As lookups take it: `99213`, `560-1`. */
  readonly code: string;
  /** Null where none may be shown (conventions 3.7), or none is loaded. */
  readonly description: string | null;
  /** Letters and digits alone: `5601`. */
  readonly joined: string;
  /** The words of the description, folded. */
  readonly words: readonly string[];
  /** For a group of procedures: what a lookup is sent beside it. Null for every other code. */
  readonly group: Readonly<Record<string, string>> | null;
}

/** Reading the rows of a key takes some ten microseconds. */
const KEYS_PER_CLOCK_READING = 4;

const lists = new WeakMap<StateInRelease, Map<CareSetting, Promise<readonly ListedCode[]>>>();

/**
 * The codes of a lookup, in their order. They are collected from its tables once for each open release: some ten thousand codes, in a
 * fraction of a second, in slices.
 */
export function listedCodes(
  source: StateInRelease,
  lookup: RateLookup,
  release: Release,
): Promise<readonly ListedCode[]> {
  const known = lists.get(source) ?? new Map<CareSetting, Promise<readonly ListedCode[]>>();
  lists.set(source, known);
  const list = known.get(lookup.setting) ?? sharedWork(() => collected(source, lookup, release));
  known.set(lookup.setting, list);
  // A release that turns out to be damaged is read again by the next request.
  list.catch(() => known.delete(lookup.setting));
  return list;
}

async function collected(source: StateInRelease, lookup: RateLookup, release: Release): Promise<readonly ListedCode[]> {
  const { setting } = lookup;
  const slices = new Slices(KEYS_PER_CLOCK_READING);
  const found = new Map<string, ListedCode>();
  await nextSlice();
  for (const { table, codeOf, descriptionOf, group } of codeTables(lookup, source)) {
    for (const rows of release.tables.groups(table)) {
      if (slices.isOver()) await nextSlice();
      for (const row of rows as readonly CodeCells[]) {
        const code = codeOf(row);
        if (code === null || found.has(code)) continue;
        const description = descriptionOf(row, code);
        const words = description === null ? [] : foldName(description).split(" ");
        found.set(code, { setting, code, description, joined: joined(code), words, group });
      }
    }
  }
  return [...found.values()].sort((one, other) => compareText(one.code, other.code));
}

type CodeCells = RowPlace & Readonly<Record<string, unknown>>;

/** A table that lists codes, one or several rows for each. */
interface CodeTable {
  readonly table: Table;
  readonly codeOf: (row: CodeCells) => string | null;
  readonly descriptionOf: (row: CodeCells, code: string) => string | null;
  readonly group: ListedCode["group"];
}

/** Claim lines have procedures, and groups of them; a lookup of whole claims has DRGs, each with its severities. */
function codeTables({ claimLines, tables }: RateLookup, { data }: StateInRelease): readonly CodeTable[] {
  if (claimLines !== null) {
    const procedures = claimLines.procedures.map(({ table, column }) => ({
      table,
      codeOf: (row: CodeCells) => (typeof row[column] === "string" ? row[column] : null),
      descriptionOf: (_: CodeCells, code: string) => hcpcsDescription(data, code),
      group: null,
    }));
    const groups = (claimLines.groups ?? []).map(({ table, column, parameters = {} }) => ({
      table,
      codeOf: (row: CodeCells) => (row[column] == null ? null : String(row[column])),
      descriptionOf: () => null,
      group: parameters,
    }));
    return [...procedures, ...groups];
  }
  return tables
    .filter(({ columns }) => "drg" in columns && "soi" in columns)
    .map((table) => ({
      table,
      codeOf: ({ drg, soi }) => `${drg}-${soi}`,
      descriptionOf: ({ drg, soi }) => aprDrgDescription(data, String(drg), Number(soi)),
      group: null,
    }));
}

function joined(text: string): string {
  return text.toUpperCase().replaceAll(/[^A-Z0-9]+/g, "");
}

/** Codes between two checks of the time slice: some hundred microseconds. */
const CODES_PER_SLICE_CHECK = 500;

interface MatchedCodes {
  readonly first: readonly ListedCode[];
  readonly total: number;
  /** The code that the text is, without regard to case and hyphens; null where it is none. */
  readonly exact: ListedCode | null;
}

/** The codes that begin with a text, then those whose description has all its words. Works in slices. */
export async function matchingCodes(
  listed: readonly ListedCode[],
  typed: string,
  limit: number,
): Promise<MatchedCodes> {
  const begin = joined(typed);
  const folded = foldName(typed);
  const words = folded === "" ? [] : folded.split(" ");
  const [byNumber, byWords]: ListedCode[][] = [[], []];
  for (const [place, each] of listed.entries()) {
    if (place % CODES_PER_SLICE_CHECK === 0) await nextSlice();
    if (begin !== "" && each.joined.startsWith(begin)) byNumber?.push(each);
    else if (words.length > 0 && hasAll(each, words)) byWords?.push(each);
  }
  const all = [...(byNumber ?? []), ...(byWords ?? [])];
  const exact = byNumber?.find((each) => each.joined === begin) ?? null;
  return { first: all.slice(0, limit), total: all.length, exact };
}

/** Whether each of the texts begins a word of the description. */
function hasAll({ words }: ListedCode, texts: readonly string[]): boolean {
  return texts.every((text) => words.some((word) => word.startsWith(text)));
}
