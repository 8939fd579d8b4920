import { useEffect, useState } from "preact/hooks";
import { countText, plural } from "../../../src/core/text/plural.ts";
import type { FindAnswer as ProviderFindAnswer } from "../../../src/pricing/provider-find.ts";
import type { SearchAnswer } from "../../../src/pricing/provider-search.ts";
import { API_PREFIX, FIND_PATH, SEARCH_PATH } from "../../../src/pricing/state/api-paths.ts";
import { addressText } from "../address.ts";
import type { Problem } from "../api/ask.ts";
import type { CatalogueParameter } from "../api/ready.ts";
import { onLeaving } from "../api/session.ts";
import { type RequestState, useAnswer } from "../api/use-answer.ts";
import { labelOf } from "../words/names.ts";
import type { Lookup } from "./lookup.ts";
import { PROVIDER_NAME, partsOfQuestion } from "./question-form.tsx";

/** A provider as a state's search answers it: members that all states have, and the state's own identifiers. */
interface ProviderRecord {
  readonly provider_name: string;
  readonly provider_type_label: string;
  readonly city: string | null;
  /** Where one provider has several places with rates of their own. */
  readonly campus_name?: string | null;
  readonly [member: string]: unknown;
}

type ProviderAnswer = SearchAnswer<ProviderRecord>;
type FindAnswer = ProviderFindAnswer<ProviderRecord>;

/** A provider that can be chosen: what the lookup then says, and how it is shown. */
export interface ProviderChoice {
  readonly name: string;
  /** "Hospital · Los Angeles · NPI 1000100010" */
  readonly detail: string;
  /** The parameters that name it. */
  readonly fields: Readonly<Record<string, string>>;
}

/** The first identifier that the record has names it; where it has none, its name has to do. */
export function choiceOf(record: ProviderRecord, identifiers: readonly CatalogueParameter[]): ProviderChoice {
  const identifier = identifiers.find(
    ({ name }) => name !== PROVIDER_NAME && typeof record[name] === "string" && record[name] !== "",
  )?.name;
  const campus = record.campus_name ?? "";
  const identity = identifier === undefined ? [] : [`${labelOf(identifier)} ${record[identifier]}`];
  return {
    name: campus === "" ? record.provider_name : `${record.provider_name}, ${campus}`,
    detail: [record.provider_type_label, record.city ?? "", ...identity].filter((text) => text !== "").join(" · "),
    fields:
      identifier === undefined
        ? { [PROVIDER_NAME]: record.provider_name }
        : { [identifier]: String(record[identifier]) },
  };
}

/** What was typed as parameters, without a search: an NPI is recognised, everything else is part of a name. */
export function typedProvider(text: string, identifiers: readonly CatalogueParameter[]): Record<string, string> {
  const typed = text.trim();
  if (typed === "") return {};
  const number = typed.replace(/^npi[\s.:#]*/i, "").replaceAll(/[\s.-]+/g, "");
  const recognised = identifiers.find(({ kind, schema }) => {
    const { pattern } = schema;
    return kind === "npi" && typeof pattern === "string" && new RegExp(pattern).test(number);
  });
  return recognised === undefined ? { [PROVIDER_NAME]: typed } : { [recognised.name]: number };
}

/** What leaving the provider field with a typed text does, once the search has answered. */
export type LeftWith =
  | { readonly kind: "fields"; readonly fields: Readonly<Record<string, string>> }
  | { readonly kind: "choice"; readonly choice: ProviderChoice }
  /** Nothing is looked up: the reader has to choose, and `text` says why. */
  | { readonly kind: "undecided"; readonly text: string };

/** An identifier names its provider, as a text that fits one does; a text that names contain, all of them. Of others one is chosen. */
export function leftWith(
  found: FoundProviders,
  identifiers: readonly CatalogueParameter[],
  stateName: string,
): LeftWith {
  const { typed, identifier, choices, total, namedAsTyped, spellings } = found;
  const isKnown = identifiers.some(({ name }) => name === identifier?.parameter);
  if (identifier !== null && isKnown) return { kind: "fields", fields: { [identifier.parameter]: identifier.number } };
  if (total === 0 && spellings.length > 0) {
    return { kind: "undecided", text: `No provider of ${stateName} matches “${typed}”.` };
  }
  const [only] = choices;
  if (found.state === "found" && total === 1 && only !== undefined) return { kind: "choice", choice: only };
  if (found.state === "failed" || namedAsTyped > 0 || total === 0) {
    return { kind: "fields", fields: typedProvider(typed, identifiers) };
  }
  const many = `${countText(total, "provider has", "providers have")} these words in ${plural(total, "its name", "their names")}, in another order.`;
  return { kind: "undecided", text: `${many} Choose one of them.` };
}

/** The lookup with this provider alone: every other identifier is removed. */
export function namingOnly(
  fields: Readonly<Record<string, string>>,
  identifiers: readonly CatalogueParameter[],
): Record<string, string | null> {
  return { ...Object.fromEntries(identifiers.map(({ name }) => [name, null])), ...fields };
}

/** A name in pieces, what was typed marked: all of it, else each of its words. Letters and digits alone are compared. */
export function matchedPieces(name: string, typed: string): readonly { text: string; isMatch: boolean }[] {
  const characters = [...name];
  const compared = characters.flatMap((character, at) => {
    const plain = plainText(character);
    return plain === "" ? [] : [{ plain, at }];
  });
  const whole = placeOf(typed, compared);
  const words = typed.split(/[\s,]+/).map((word) => placeOf(word, compared));
  const marked = new Set((whole === null ? words : [whole]).flatMap((place) => place ?? []));
  const pieces: { text: string; isMatch: boolean }[] = [];
  for (const [at, character] of characters.entries()) {
    const before = pieces.at(-1);
    if (before !== undefined && before.isMatch === marked.has(at)) before.text += character;
    else pieces.push({ text: character, isMatch: marked.has(at) });
  }
  return pieces;
}

/** The characters of a name that a text is first found at, those between them included; null where it is not there. */
function placeOf(text: string, compared: readonly { plain: string; at: number }[]): readonly number[] | null {
  const wanted = [...text].map(plainText).filter((plain) => plain !== "");
  const first = compared.findIndex((_, place) =>
    wanted.every((plain, further) => compared[place + further]?.plain === plain),
  );
  const [start, end] = [compared[first]?.at, compared[first + wanted.length - 1]?.at];
  if (wanted.length === 0 || start === undefined || end === undefined) return null;
  return Array.from({ length: end + 1 - start }, (_, further) => start + further);
}

/** A letter without case and accent, a digit as it is, and nothing of anything else. */
function plainText(character: string): string {
  return character
    .normalize("NFD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, "");
}

/** As many as fit under the field without scrolling. */
const KEPT_MAX = 6;

const KEPT_AS = "ratebook-recent-providers";

/** The providers chosen before, newest first, by state. In this tab only: they end with it, or with the session. */
type Kept = Readonly<Record<string, readonly ProviderChoice[]>>;

export function recentProviders(state: string): readonly ProviderChoice[] {
  return kept()[state] ?? [];
}

export function keepProvider(state: string, choice: ProviderChoice): void {
  const others = recentProviders(state).filter((each) => !isSame(each, choice));
  const next: Kept = { ...kept(), [state]: [choice, ...others].slice(0, KEPT_MAX) };
  try {
    sessionStorage.setItem(KEPT_AS, JSON.stringify(next));
  } catch {
    // A browser that keeps nothing, or is full: the field works without.
  }
}

onLeaving(() => {
  try {
    sessionStorage.removeItem(KEPT_AS);
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
});

function isSame(one: ProviderChoice, other: ProviderChoice): boolean {
  return one.name === other.name && one.detail === other.detail;
}

/** The stored providers, if this page wrote them: a user of the machine can edit storage. */
function kept(): Kept {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(KEPT_AS) ?? "{}");
    if (typeof found !== "object" || found === null) return {};
    return Object.fromEntries(
      Object.entries(found).map(([state, choices]) => [state, Array.isArray(choices) ? choices.filter(isChoice) : []]),
    );
  } catch {
    return {};
  }
}

function isChoice(value: unknown): value is ProviderChoice {
  if (typeof value !== "object" || value === null || !("fields" in value)) return false;
  const { fields } = value;
  return (
    "name" in value &&
    typeof value.name === "string" &&
    "detail" in value &&
    typeof value.detail === "string" &&
    typeof fields === "object" &&
    fields !== null &&
    Object.values(fields).every((each) => typeof each === "string")
  );
}

/** As many as can be taken in at a glance; more are shown on request, up to as many as the API returns. */
export const SHOWN_FIRST = 12;
const SHOWN_STEP = 50;
const SHOWN_MAX = 1_000;

/** How many are shown after another request for more; null: no more can be. */
export function moreThan(shown: number, total: number): number | null {
  return shown >= Math.min(total, SHOWN_MAX) ? null : Math.min(shown + SHOWN_STEP, SHOWN_MAX);
}

/** Longer than the pause between two letters of a fast typist. */
export const TYPING_PAUSE_MILLISECONDS = 150;

/** Fewer match nearly every provider. */
const CHARACTERS_MIN = 2;

export interface FoundProviders {
  readonly state: "idle" | "searching" | "slow" | "found" | "failed";
  /** What was typed when they were found. */
  readonly typed: string;
  readonly choices: readonly ProviderChoice[];
  readonly total: number;
  /** The identifier that was typed. */
  readonly identifier: FindAnswer["identifier"];
  /** How many have what was typed in their names as it is. */
  readonly namedAsTyped: number;
  /** Other spellings, where nothing was found. */
  readonly spellings: FindAnswer["did_you_mean"];
  readonly problem: Problem | null;
}

/** The providers that what is typed may mean, at most `limit`; null types nothing. The ones before stay until the next are there. */
export function useProviderSearch({ state, setting }: Lookup, typed: string | null, limit: number): FoundProviders {
  const text = typed?.trim() ?? "";
  const settled = useDebounced(text, TYPING_PAUSE_MILLISECONDS);
  const { identifiers } = partsOfQuestion(setting);
  const isRequested = text.length >= CHARACTERS_MIN && settled.length >= CHARACTERS_MIN;
  const path = `${API_PREFIX}/${state.code}${FIND_PATH}`;
  const request = useAnswer<FindAnswer>(
    isRequested ? addressText(path, { text: settled, limit: String(limit) }) : null,
  );
  const body = request.state === "waiting" ? request.before : answered(request);
  const problem = request.state === "answered" && !request.answer.ok ? request.answer.problem : null;
  return {
    state: stateOf(),
    typed: settled,
    choices: isRequested ? (body?.providers ?? []).map((record) => choiceOf(record, identifiers)) : [],
    total: body?.total_results ?? 0,
    identifier: body?.identifier ?? null,
    namedAsTyped: body?.named_as_typed ?? 0,
    spellings: body?.did_you_mean ?? [],
    problem,
  };

  function stateOf(): FoundProviders["state"] {
    if (text.length < CHARACTERS_MIN) return "idle";
    if (problem !== null && settled === text) return "failed";
    if (request.state === "answered" && settled === text) return "found";
    return request.state === "waiting" && request.pace === "slow" ? "slow" : "searching";
  }
}

export interface NamedProvider {
  readonly choice: ProviderChoice | null;
  /** How many providers the lookup names. */
  readonly total: number | null;
  /** It will be known very soon. */
  readonly isComing: boolean;
}

/** The provider that the identifiers of a lookup name. */
export function useNamedProvider({ state, setting, fields }: Lookup): NamedProvider {
  const { identifiers } = partsOfQuestion(setting);
  const sent = identifiers.flatMap(({ name }) => (fields[name] === undefined ? [] : [[name, fields[name]] as const]));
  const request = useAnswer<ProviderAnswer>(
    sent.length === 0 ? null : searchPath(state.code, Object.fromEntries(sent), 1),
  );
  const body = answered(request);
  const [first] = body?.providers ?? [];
  return {
    choice: first === undefined ? null : choiceOf(first, identifiers),
    total: body?.total_results ?? null,
    isComing: request.state === "waiting" && request.pace === "brief",
  };
}

function answered<Body>(request: RequestState<Body>): Body | null {
  return request.state === "answered" && request.answer.ok ? request.answer.body : null;
}

function searchPath(state: string, fields: Readonly<Record<string, string>>, limit: number): string {
  return addressText(`${API_PREFIX}/${state}${SEARCH_PATH}`, { ...fields, limit: String(limit) });
}

/** A value once it has stayed the same for a while (debounce), so that not every letter is requested. */
export function useDebounced<Value>(value: Value, milliseconds: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}
