import { API_PREFIX, SEARCH_PATH } from "../../../src/pricing/state/api-paths.ts";
import { addressText } from "../address.ts";
import type { Problem } from "../api/problem.ts";
import { useAnswer } from "../api/use-answer.ts";
import type { Lookup } from "./lookup.ts";
import { partsOfQuestion } from "./parts-of-question.ts";
import { choiceOf, type ProviderAnswer, type ProviderChoice, typedProvider } from "./provider-record.ts";
import { useDebounced } from "./use-debounced.ts";

/** As many as can be taken in at a glance; the rest is counted. */
const SHOWN_MAX = 12;

/** Between two letters of someone who types without looking for the keys. */
const TYPING_PAUSE_MILLISECONDS = 150;

/** Fewer match nearly everybody. */
const CHARACTERS_MIN = 2;

export interface FoundProviders {
  readonly state: "idle" | "searching" | "slow" | "found" | "failed";
  /** What was typed when they were found. */
  readonly typed: string;
  readonly choices: readonly ProviderChoice[];
  readonly total: number;
  readonly problem: Problem | null;
}

/** The providers that match what is typed; null types nothing. The ones before stay until the next are there. */
export function useProviderSearch({ state, setting }: Lookup, typed: string | null): FoundProviders {
  const text = typed?.trim() ?? "";
  const settled = useDebounced(text, TYPING_PAUSE_MILLISECONDS);
  const { identifiers } = partsOfQuestion(setting);
  const isAsked = text.length >= CHARACTERS_MIN && settled.length >= CHARACTERS_MIN;
  const asked = useAnswer<ProviderAnswer>(
    isAsked ? searchPath(state.code, typedProvider(settled, identifiers), SHOWN_MAX) : null,
  );
  const body = asked.state === "waiting" ? asked.before : answered(asked);
  const problem = asked.state === "answered" && !asked.answer.ok ? asked.answer.problem : null;
  return {
    state: stateOf(),
    typed: settled,
    choices: isAsked ? (body?.providers ?? []).map((record) => choiceOf(record, identifiers)) : [],
    total: body?.total_results ?? 0,
    problem,
  };

  function stateOf(): FoundProviders["state"] {
    if (text.length < CHARACTERS_MIN) return "idle";
    if (problem !== null && settled === text) return "failed";
    if (asked.state === "answered" && settled === text) return "found";
    return asked.state === "waiting" && asked.pace === "slow" ? "slow" : "searching";
  }
}

export interface NamedProvider {
  /** Null: not known (yet). */
  readonly choice: ProviderChoice | null;
  /** How many providers the lookup names. */
  readonly total: number | null;
  /** It will be known in a blink. */
  readonly isComing: boolean;
}

/** Whom the identifiers of a lookup name. */
export function useNamedProvider({ state, setting, fields }: Lookup): NamedProvider {
  const { identifiers } = partsOfQuestion(setting);
  const sent = identifiers.flatMap(({ name }) => (fields[name] === undefined ? [] : [[name, fields[name]] as const]));
  const asked = useAnswer<ProviderAnswer>(
    sent.length === 0 ? null : searchPath(state.code, Object.fromEntries(sent), 1),
  );
  const body = answered(asked);
  const [first] = body?.providers ?? [];
  return {
    choice: first === undefined ? null : choiceOf(first, identifiers),
    total: body?.total_results ?? null,
    isComing: asked.state === "waiting" && asked.pace === "brief",
  };
}

function answered(asked: ReturnType<typeof useAnswer<ProviderAnswer>>): ProviderAnswer | null {
  return asked.state === "answered" && asked.answer.ok ? asked.answer.body : null;
}

function searchPath(state: string, fields: Readonly<Record<string, string>>, limit: number): string {
  return addressText(`${API_PREFIX}/${state}${SEARCH_PATH}`, { ...fields, limit: String(limit) });
}
