import type { CodesAnswer } from "../../../src/answers/codes.ts";
import { API_PREFIX, CODES_PATH } from "../../../src/pricing/state/api-paths.ts";
import { addressText } from "../address.ts";
import type { Problem } from "../api/ask.ts";
import type { CatalogueSetting } from "../api/ready.ts";
import { useAnswer } from "../api/use-answer.ts";
import type { Lookup } from "./lookup.ts";
import { TYPING_PAUSE_MILLISECONDS, useDebounced } from "./providers.ts";
import { partsOfQuestion } from "./question-form.tsx";

/* Codes as people type them: with a modifier, without the hyphen of a DRG, several at once, or as words of a description. */

/** The parameter for a modifier, by the contract's name. */
const MODIFIER = "modifier";

/** The part of an address that lists several codes: the page's, no parameter of the API. */
export const CODES = "codes";

/** More are a file to reprice. */
export const CODES_MAX = 20;

/** As long as a code and a modifier may be. */
const CODE_CHARACTERS_MAX = 24;

/** The codes of a typed text or an address, each once: what stands between spaces, commas and semicolons. */
function codesIn(text: string): readonly string[] {
  return [...new Set(text.toUpperCase().split(/[\s,;]+/))].filter(
    (code) => code !== "" && code.length <= CODE_CHARACTERS_MAX,
  );
}

/** The codes that an address lists; at most as many as the field takes. */
export function codesOfAddress(query: URLSearchParams): readonly string[] {
  return codesIn(query.get(CODES) ?? "").slice(0, CODES_MAX);
}

/** Whether a text is codes and not words: every code has a digit. */
function areCodes(codes: readonly string[]): boolean {
  return codes.length > 0 && codes.every((code) => /[0-9]/.test(code));
}

type Fields = Readonly<Record<string, string | null>>;

/** A procedure code and its modifier: 99213-25. */
const WITH_MODIFIER = /^([A-Z0-9]{5})-?([A-Z0-9]{2})$/;

/** The parameters of one typed code: where the lookup takes a modifier, 99213-25 is two of them. */
function fieldsOfCode(code: string, setting: CatalogueSetting): Fields {
  const { code: parameter } = partsOfQuestion(setting);
  if (parameter === null) return {};
  const hasModifier = setting.parameters.some(({ name }) => name === MODIFIER);
  const [, procedure, modifier] = (hasModifier && WITH_MODIFIER.exec(code)) || [];
  return procedure === undefined || modifier === undefined
    ? { [parameter.name]: code }
    : { [parameter.name]: procedure, [MODIFIER]: modifier };
}

/** The parameters of one of several codes: the modifier of another is none of it. */
export function fieldsAmongCodes(code: string, setting: CatalogueSetting): Fields {
  const hasModifier = setting.parameters.some(({ name }) => name === MODIFIER);
  return { ...(hasModifier ? { [MODIFIER]: null } : {}), ...fieldsOfCode(code, setting) };
}

/** What leaving the code field with a text does. */
export type LeftCode =
  | { readonly kind: "fields"; readonly fields: Fields; readonly codes: readonly string[] }
  /** The codes that the tables list say more: whether it is a code without its hyphen, or words. */
  | { readonly kind: "unknown" }
  /** Nothing is looked up: the reader has to choose. */
  | { readonly kind: "undecided"; readonly text: string };

/** `found`: the search for the same text; null while it has not answered. */
export function leftWithCode(text: string, setting: CatalogueSetting, found: FoundCodes | null): LeftCode {
  const typed = codesIn(text);
  const [first, second, ...rest] = typed;
  const isProcedures = setting.parameters.some(({ name }) => name === MODIFIER);
  const fieldsOf = (code: string): LeftCode => ({ kind: "fields", fields: fieldsOfCode(code, setting), codes: [] });
  if (first === undefined) return fieldsOf("");
  // "99213 25" is a code and its modifier.
  const isOne = isProcedures && rest.length === 0 && areCodes([first]) && first.length === 5 && second?.length === 2;
  if (isOne) return fieldsOf(`${first}-${second}`);
  if (areCodes(typed) && second !== undefined) {
    return { kind: "fields", fields: fieldsAmongCodes(first, setting), codes: typed.slice(0, CODES_MAX) };
  }
  if (areCodes(typed) && (isProcedures || first.includes("-"))) return fieldsOf(first);
  if (found === null) return { kind: "unknown" };
  if (found.exact !== null) return fieldsOf(found.exact);
  if (areCodes(typed) || found.total === 0) return fieldsOf(text.trim().toUpperCase());
  const many = found.total === 1 ? "One code has" : `${found.total.toLocaleString("en-US")} codes have`;
  return { kind: "undecided", text: `${many} this in the description. Choose from the list.` };
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
  readonly exact: string | null;
  readonly problem: Problem | null;
}

/** The codes that begin with what is typed, or have its words in their descriptions; null types nothing. */
export function useCodeSearch({ state, setting }: Lookup, typed: string | null): FoundCodes {
  const text = typed?.trim() ?? "";
  const settled = useDebounced(text, TYPING_PAUSE_MILLISECONDS);
  const path = `${API_PREFIX}/${state.code}${CODES_PATH}`;
  // Several codes are no search.
  const isRequested = [text, settled].every((each) => each.length >= CHARACTERS_MIN && !isSeveral(each));
  const query = { setting: setting.setting, text: settled, limit: String(SHOWN_MAX) };
  const request = useAnswer<CodesAnswer>(isRequested ? addressText(path, query) : null);
  const body = request.state === "answered" && request.answer.ok ? request.answer.body : null;
  const before = request.state === "waiting" ? request.before : body;
  const problem = request.state === "answered" && !request.answer.ok ? request.answer.problem : null;
  const isCurrent = settled === text && request.state === "answered";
  return {
    state:
      text.length < CHARACTERS_MIN || isSeveral(text)
        ? "idle"
        : !isCurrent
          ? "searching"
          : problem === null
            ? "found"
            : "failed",
    typed: settled,
    codes: isRequested ? (before?.codes ?? []) : [],
    total: before?.total_results ?? 0,
    exact: body?.exact ?? null,
    problem,
  };
}

function isSeveral(text: string): boolean {
  const codes = codesIn(text);
  return codes.length > 1 && areCodes(codes);
}
