import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Result } from "../../src/pricing/result.ts";
import type { CareSetting } from "../../src/providers/definition.ts";

/*
 * Random datasets and requests with the answers that the pages demand, worked out by a second implementation
 * that was written from the pages alone. A case is one line of JSON; its results leave out the fields that are
 * null. Nothing makes these files anew: a case changes when its page does.
 */

/** Every state has two datasets, each with cases of its own. */
export const SETS = ["a", "b"] as const;
export type CaseSet = (typeof SETS)[number];

/** A lookup as a batch item: its results without null fields, or the code of its first fault. */
export type LookupCase = { readonly request: Readonly<Record<string, unknown>> } & (
  | { readonly results: readonly Result[] }
  | { readonly error: string }
);

export interface SearchCase {
  readonly query: Readonly<Record<string, string | number>>;
  readonly answer: { readonly providers: readonly Result[] };
}

/** The files of a set. */
export function filesOf(stateCode: string, set: CaseSet) {
  const folder = join(import.meta.dirname, "cases", `${stateCode}-${set}`);
  return {
    dataset: join(folder, "dataset"),
    lookups: (setting: CareSetting) => join(folder, `${setting}.jsonl`),
    searches: join(folder, "search.jsonl"),
  };
}

export function casesIn<Case>(file: string): Case[] {
  const lines = readFileSync(file, "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line) as Case);
}
