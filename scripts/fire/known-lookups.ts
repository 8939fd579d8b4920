import { type Day, LAST_DAY } from "../../src/core/calendar/day.ts";
import { snakeCase } from "../../src/core/text/spelling.ts";
import { type LookupSource, lookupAnswer } from "../../src/pricing/answer.ts";
import type { RateLookup } from "../../src/pricing/lookup.ts";
import { API_PREFIX, BATCH_SUFFIX, RATE_PATHS } from "../../src/pricing/state/api-paths.ts";
import { openRelease } from "../../src/release/open.ts";
import { states } from "../../src/states/index.ts";
import type { Random } from "./random.ts";
import { codesOf, providerValues } from "./sample.ts";

/** A lookup and the answer that is right, worked out in this process and never by the server that is tried. */
export interface KnownLookup {
  readonly state: string;
  readonly setting: string;
  readonly query: Readonly<Record<string, string>>;
  /** The path with its query. */
  readonly path: string;
  readonly answer: string;
}

const DAYS = ["2024-02-29", "2025-07-01", "2026-10-01", "2019-01-01"];
const BY_NAME_SHARE = 0.15;

/** So many lookups of the sample with their answers, every state and setting among them, all with a day of their own; none of them ages. */
export async function knownLookups(release: string, random: Random, count: number): Promise<readonly KnownLookup[]> {
  const opened = openRelease(release, states);
  try {
    const known: KnownLookup[] = [];
    const kinds = states.flatMap((state) =>
      state.lookups.map((lookup) => ({ state, lookup, values: valuesFor(state.code, lookup) })),
    );
    while (known.length < count) {
      const { state, lookup, values } = kinds[known.length % kinds.length] as (typeof kinds)[number];
      const source = opened.states.get(state.code);
      if (source === undefined) throw new Error(`${release} does not hold ${state.code}.`);
      const query = queryFrom(values, random);
      // A price that has an end tells it from then on (conventions 3.5): only those without one answer the same on every day that it is.
      const answer = await answerOn(query[values.day] as Day, lookup, query, source);
      if (answer !== (await answerOn(LAST_DAY, lookup, query, source))) continue;
      known.push({
        state: state.code,
        setting: lookup.setting,
        query,
        path: `${API_PREFIX}/${state.code}${RATE_PATHS[lookup.setting]}?${new URLSearchParams(query)}`,
        answer,
      });
    }
    return known;
  } finally {
    opened.close();
  }
}

async function answerOn(
  today: Day,
  lookup: RateLookup,
  query: Readonly<Record<string, string>>,
  source: LookupSource,
): Promise<string> {
  const answered = await lookupAnswer(lookup, "fromQuery", query, { today }, source);
  if (!answered.ok) throw new Error(`A lookup is faulty: ${JSON.stringify(answered.faults)}`);
  return lookup.resultsJson(answered.results);
}

interface Values {
  readonly codes: readonly string[];
  readonly npis: readonly string[];
  readonly names: readonly string[];
  readonly day: string;
}

function valuesFor(state: string, lookup: RateLookup): Values {
  return {
    codes: codesOf(state, lookup.setting),
    npis: providerValues(state, "npi"),
    names: providerValues(state, "provider_name"),
    day: dayParameter(lookup),
  };
}

function queryFrom({ codes, npis, names, day }: Values, random: Random): Record<string, string> {
  const provider = random.chance(BY_NAME_SHARE) ? { provider_name: random.pick(names) } : { npi: random.pick(npis) };
  return { billing_code: random.pick(codes), ...provider, [day]: random.pick(DAYS) };
}

/** The parameter that selects the rates; without it an answer would depend on the day it is. */
function dayParameter({ parameters }: RateLookup): string {
  const named = Object.keys(parameters).map(snakeCase);
  const found = named.find((name) => /^(date_of_service|discharge_date|admit_date)$/.test(name));
  if (found === undefined) throw new Error(`None of ${named.join(", ")} is the day of a lookup.`);
  return found;
}

/** The path that takes batches of such lookups. */
export function batchPath({ state, setting }: KnownLookup): string {
  return `${API_PREFIX}/${state}${RATE_PATHS[setting as "outpatient"]}${BATCH_SUFFIX}`;
}

/** The right answer to a batch of known lookups, in their order. */
export function batchAnswerOf(lookups: readonly KnownLookup[]): string {
  const responses = lookups.map(
    ({ answer }, index) => `{"index":${index},"reference_id":null,"results":${answer},"error":null}`,
  );
  return `{"batch_size":${lookups.length},"responses":[${responses.join(",")}]}`;
}
