import type { CodesAnswer } from "../../../src/answers/codes.ts";
import { plural } from "../../../src/core/text/plural.ts";
import { API_PREFIX, CODES_PATH } from "../../../src/pricing/state/api-paths.ts";
import { addressText } from "../address.ts";
import type { Problem } from "../api/ask.ts";
import type { CatalogueSetting } from "../api/ready.ts";
import { useAnswer } from "../api/use-answer.ts";
import { listText } from "../words/names.ts";
import type { Lookup } from "./lookup.ts";
import { MODIFIER, type ModifierUse, modifierUse, type Place } from "./modifiers.ts";
import { TYPING_PAUSE_MILLISECONDS, useDebounced } from "./providers.ts";
import { partsOfQuestion } from "./question-form.tsx";
import { type Reading, readCode, readingText, readText, searchedIn, takesModifier } from "./typed-code.ts";

/* What leaving the code field does with what was typed, and the codes that are found while it is typed. */

/** The part of an address that lists several codes: the page's, no parameter of the API. */
export const CODES = "codes";

/** More are a file to reprice. */
export const CODES_MAX = 20;

/** As long as a code and a modifier may be. */
const CODE_CHARACTERS_MAX = 24;

/** The codes that an address lists, each once; at most as many as the field takes. */
export function codesOfAddress(query: URLSearchParams): readonly string[] {
  const listed = (query.get(CODES) ?? "").toUpperCase().split(/[\s,;]+/);
  const codes = listed.filter((code) => code !== "" && code.length <= CODE_CHARACTERS_MAX);
  return [...new Set(codes)].slice(0, CODES_MAX);
}

type Fields = Readonly<Record<string, string | null>>;

/** The parameters of a code: where the lookup takes a modifier, 99213-26 is two of them. A modifier of the code before is none of it. */
export function fieldsOfCode(text: string, setting: CatalogueSetting): Fields {
  const { code: parameter } = partsOfQuestion(setting);
  if (parameter === null) return {};
  const read = readCode(text, setting);
  const { code, modifiers } = (read.kind === "codes" && read.readings[0]) || { code: text, modifiers: [] };
  return takesModifier(setting)
    ? { [parameter.name]: code, [MODIFIER]: modifiers[0] ?? null }
    : { [parameter.name]: code };
}

interface LeftWithFields {
  readonly kind: "fields";
  readonly fields: Fields;
  readonly codes: readonly string[];
  /** How the text was read, and what was left out of it. */
  readonly note: string | null;
}

/** What leaving the code field with a text does. */
export type LeftCode =
  | LeftWithFields
  /** The codes that the tables list say more: whether it is words of their descriptions. */
  | { readonly kind: "unknown" }
  /** Nothing is looked up: the reader has to choose. */
  | { readonly kind: "undecided"; readonly text: string; readonly choices: readonly CodeChoice[] };

/** A way to look up what cannot be looked up as typed. */
export interface CodeChoice {
  readonly label: string;
  readonly left: LeftWithFields;
}

export const NO_CODE_MATCHES =
  "No loaded code matches. Words find HCPCS Level II codes and DRGs; CPT descriptions are licensed, so find those codes by number.";

/** `found`: the search for the same text; null while it has not answered. */
export function leftWithCode(text: string, place: Place, found: FoundCodes | null): LeftCode {
  const { setting } = place;
  const read = readText(text, setting);
  switch (read.kind) {
    case "codes":
      return leftWith(read.readings, text, place);
    case "choice":
      return { kind: "undecided", text: read.why, choices: read.readings.flatMap((each) => choicesOf(each, place)) };
    case "refused":
      return { kind: "undecided", text: read.why, choices: [] };
    case "unread":
      return found === null ? { kind: "unknown" } : leftWithWords(text, place, found);
  }
}

/** How a code of an address would be read if it were typed. */
export interface CodeHint {
  readonly text: string;
  readonly choices: readonly CodeChoice[];
}

/**
 * The hint of a code that has no rate and would be read otherwise if it were typed, such as 9921325. An address is looked up as it is:
 * the reader decides. Null where typing says nothing else.
 */
export function hintOfCode(code: string, place: Place): CodeHint | null {
  const read = readText(code, place.setting);
  const left = leftWithCode(code, place, null);
  if (left.kind === "unknown") return null;
  if (left.kind === "undecided") {
    const isOther = (choice: CodeChoice) => !Object.values(choice.left.fields).includes(code);
    return { text: left.text, choices: left.choices.filter(isOther) };
  }
  const [reading, ...others] = read.kind === "codes" ? read.readings : [];
  if (reading === undefined || others.length > 0 || reading.code === code.toUpperCase()) return null;
  return {
    text: `This may be ${readingText(reading, place.setting)}.`,
    choices: [{ label: `Look up ${readingText(sentOf(reading, place), place.setting)}`, left }],
  };
}

/** A code with those of its modifiers that are looked up. */
function sentOf(reading: Reading, place: Place): Reading {
  return { code: reading.code, modifiers: usesOf(reading, place).sent };
}

/** Words are no code: looking them up would answer that the state has no rate for them. */
function leftWithWords(text: string, { setting }: Place, { total }: FoundCodes): LeftCode {
  const undecided = (why: string): LeftCode => ({ kind: "undecided", text: why, choices: [] });
  if (total > 0) {
    const many = total === 1 ? "One code has" : `${total.toLocaleString("en-US")} codes have`;
    return undecided(`${many} this in the description. Choose from the list.`);
  }
  if (!/[0-9]/.test(text)) return undecided(NO_CODE_MATCHES);
  const example = takesModifier(setting) ? "99213, or 71046-26 with a modifier" : "560-1";
  return undecided(`This is not read as a code. Enter a code such as ${example}.`);
}

/** The lookup of typed codes, of which the first is looked up. Modifiers that inform are left out; others without a rate are a choice. */
function leftWith(readings: readonly Reading[], typed: string, place: Place): LeftCode {
  const { setting } = place;
  const uses = readings.slice(0, CODES_MAX).map((reading) => usesOf(reading, place));
  const open = uses.filter(isOpen);
  const [only, ...others] = readings;
  const isOne = only !== undefined && others.length === 0;
  if (isOne && open.length > 0) return { kind: "undecided", text: whyOpen(open), choices: choicesOf(only, place) };

  const codes = [...new Set(uses.map((use) => (isOpen(use) ? use.code : [use.code, ...use.sent].join("-"))))];
  const read = isOne ? readAs(only, uses[0]?.sent ?? [], typed, setting) : null;
  const leftOut = uses.flatMap((use) => use.leftOut.map(({ note }) => note));
  const left = fieldsLeft(codes, [...new Set([...(read === null ? [] : [read]), ...leftOut])], setting);
  if (open.length === 0) return left;
  const modifiers = [...new Set(open.flatMap(modifiersIn))];
  return { kind: "undecided", text: whyOpen(open), choices: [{ label: withoutText(modifiers), left }] };
}

function fieldsLeft(codes: readonly string[], notes: readonly string[], setting: CatalogueSetting): LeftWithFields {
  const fields = fieldsOfCode(codes[0] ?? "", setting);
  return { kind: "fields", fields, codes: codes.length > 1 ? codes : [], note: notes.join(" ") || null };
}

/** "Read as DRG 560-1.", where the code was typed otherwise, or its modifier has left the field. */
function readAs({ code }: Reading, sent: readonly string[], typed: string, setting: CatalogueSetting): string | null {
  const isAsTyped = sent.length === 0 && typed.trim().toUpperCase().split(/[-\s]/)[0] === code.split("-")[0];
  const isWhole = takesModifier(setting) || typed.trim().toUpperCase() === code;
  return isAsTyped && isWhole ? null : `Read as ${readingText({ code, modifiers: sent }, setting)}.`;
}

interface ModifiersOfCode {
  readonly code: string;
  readonly sent: readonly string[];
  readonly leftOut: readonly Extract<ModifierUse, { readonly kind: "leftOut" }>[];
  readonly refused: readonly RefusedModifier[];
}

type RefusedModifier = Extract<ModifierUse, { readonly kind: "refused" }> & { readonly modifier: string };

/** What becomes of the modifiers of a code. */
export function usesOf({ code, modifiers }: Reading, place: Place): ModifiersOfCode {
  const uses = modifiers.map((modifier) => ({ modifier, ...modifierUse(modifier, place) }));
  return {
    code,
    sent: uses.flatMap((use) => (use.kind === "sent" ? [use.modifier] : [])),
    leftOut: uses.filter((use) => use.kind === "leftOut"),
    refused: uses.filter((use) => use.kind === "refused"),
  };
}

/** Whether it is open which modifier to look up the code with. */
function isOpen({ sent, refused }: ModifiersOfCode): boolean {
  return sent.length > 1 || refused.length > 0;
}

function modifiersIn({ sent, refused }: ModifiersOfCode): readonly string[] {
  return [...sent, ...refused.map(({ modifier }) => modifier)];
}

function whyOpen(open: readonly ModifiersOfCode[]): string {
  const reasons = new Set(open.flatMap(({ refused }) => refused.map(({ reason }) => reason)));
  const isSeveral = open.some(({ sent }) => sent.length > 1);
  return [...reasons, ...(isSeveral ? ["A rate is looked up with one modifier."] : [])].join(" ");
}

function withoutText(modifiers: readonly string[]): string {
  return `Look up without modifier${plural(modifiers.length, "", "s")} ${listText(modifiers)}`;
}

/** The ways to look up one code: with each modifier that has a rate or stands for something, and without those. */
function choicesOf(reading: Reading, place: Place): readonly CodeChoice[] {
  const { setting } = place;
  const uses = usesOf(reading, place);
  const { code, sent, leftOut, refused } = uses;
  const notes = leftOut.map(({ note }) => note);
  const plain = fieldsLeft([code], notes, setting);
  const open = modifiersIn(uses);
  if (open.length === 0) return [{ label: `Look up ${readingText({ code, modifiers: [] }, setting)}`, left: plain }];
  return [
    ...sent.map((modifier) => ({
      label: `Look up ${readingText({ code, modifiers: [modifier] }, setting)}`,
      left: fieldsLeft([`${code}-${modifier}`], notes, setting),
    })),
    ...refused.flatMap(({ instead }) => {
      if (instead === null) return [];
      const fields = { ...plain.fields, [instead.parameter]: instead.value };
      return [{ label: `Look up with ${instead.text}`, left: { ...plain, fields } }];
    }),
    { label: withoutText(open), left: plain },
  ];
}

/** As many as can be taken in at a glance. */
const SHOWN_MAX = 20;

/** Fewer letters begin too many words. */
const CHARACTERS_MIN = 2;

export interface FoundCodes {
  readonly state: "idle" | "searching" | "found" | "failed";
  readonly typed: string;
  readonly codes: CodesAnswer["codes"];
  readonly total: number;
  readonly problem: Problem | null;
}

/** The codes that begin with what is typed, or have its words in their descriptions; null types nothing. */
export function useCodeSearch({ state, setting }: Lookup, typed: string | null): FoundCodes {
  const text = typed?.trim() ?? "";
  const settled = useDebounced(text, TYPING_PAUSE_MILLISECONDS);
  const path = `${API_PREFIX}/${state.code}${CODES_PATH}`;
  const [searched, requested] = [searchedFor(text, setting), searchedFor(settled, setting)];
  const isRequested = searched !== null && requested !== null;
  const query = { setting: setting.setting, text: requested ?? "", limit: String(SHOWN_MAX) };
  const request = useAnswer<CodesAnswer>(isRequested ? addressText(path, query) : null);
  const body = request.state === "answered" && request.answer.ok ? request.answer.body : null;
  const before = request.state === "waiting" ? request.before : body;
  const problem = request.state === "answered" && !request.answer.ok ? request.answer.problem : null;
  const isCurrent = settled === text && request.state === "answered";
  return {
    state: searched === null ? "idle" : !isCurrent ? "searching" : problem === null ? "found" : "failed",
    typed: settled,
    codes: isRequested ? (before?.codes ?? []) : [],
    total: before?.total_results ?? 0,
    problem,
  };
}

function searchedFor(text: string, setting: CatalogueSetting): string | null {
  const searched = searchedIn(text, setting);
  return searched === null || searched.length < CHARACTERS_MIN ? null : searched;
}
