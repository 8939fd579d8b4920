import type { Day } from "../../src/core/calendar/day.ts";
import { snakeCase } from "../../src/core/text/spelling.ts";
import type { RateData, Table } from "../../src/dataset/table.ts";
import { type LookupSource, lookupAnswer } from "../../src/pricing/answer.ts";
import type { RateLookup } from "../../src/pricing/lookup.ts";

/** A request as a batch item. */
export type Item = Readonly<Record<string, unknown>>;

export const TODAY = { today: "2026-11-15" as Day };

/** The answer of an engine that may have answered other requests before, byte by byte. */
export async function warmAnswer(lookup: RateLookup, item: Item, source: LookupSource): Promise<string> {
  const answer = await lookupAnswer(lookup, "fromItem", item, TODAY, source);
  return answer.ok ? lookup.resultsJson(answer.results) : JSON.stringify(answer.faults);
}

/** The answer of an engine that remembers nothing: neither outcomes of this release nor texts about its providers. */
export async function forgetfulAnswer(lookup: RateLookup, item: Item, source: LookupSource): Promise<string> {
  const answer = await lookupAnswer(lookup, "fromItem", item, TODAY, { ...source, data: anew(source.data) });
  if (!answer.ok) return JSON.stringify(answer.faults);
  return lookup.resultsJson(answer.results);
}

/** The same data, as a release that was opened just now: what is kept per release is not found under it. */
function anew(data: RateData): RateData {
  return watched(data, () => undefined);
}

/** The same data, for an engine that remembers nothing, with a note of the rows and editions that are read of each table. */
export function watched(data: RateData, note: (table: Table, read: readonly object[]) => void): RateData {
  return {
    rows: (table, key) => {
      const rows = data.rows(table, key);
      note(table as unknown as Table, rows);
      return rows;
    },
    hasRows: (table, cell) => {
      note(table, []);
      return data.hasRows(table, cell);
    },
    editions: (table) => {
      const editions = data.editions(table);
      note(table, editions);
      return editions;
    },
  };
}

/** A request without what identifies a provider. */
export function withoutIdentifiers({ parameters }: RateLookup, item: Item): Item {
  const identifying = Object.keys(parameters).filter((key) => parameters[key]?.identifiesProvider);
  const names = new Set(identifying.map(snakeCase));
  return Object.fromEntries(Object.entries(item).filter(([name]) => !names.has(name)));
}
