import type { CodesAnswer } from "../../../src/answers/codes.ts";
import { API_PREFIX, CODES_PATH } from "../../../src/pricing/state/api-paths.ts";
import { addressText } from "../address.ts";
import type { Problem } from "../api/ask.ts";
import type { CatalogueParameter, CatalogueSetting } from "../api/ready.ts";
import { useAnswer } from "../api/use-answer.ts";
import { listText } from "../words/names.ts";
import type { Lookup } from "./lookup.ts";
import { MODIFIER, type ModifierUse, modifierUse, type Place } from "./modifiers.ts";
import { TYPING_PAUSE_MILLISECONDS, useDebounced } from "./providers.ts";
import { partsOfQuestion } from "./question-form.tsx";

/* Codes as people type them: with a modifier, without the hyphen of a DRG, several at once, or as words of a description. */

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

function takesModifier({ parameters }: CatalogueSetting): boolean {
  return parameters.some(({ name }) => name === MODIFIER);
}

/** The procedure and the modifier of a typed code; null for a code without one. */
function withModifier(code: string, setting: CatalogueSetting) {
  const [, procedure, modifier] = (takesModifier(setting) && WITH_MODIFIER.exec(code)) || [];
  return procedure === undefined || modifier === undefined ? null : { procedure, modifier };
}

/** Whether a typed text is one code with its modifier, which the search for codes does not know. */
export function isWithModifier(text: string, setting: CatalogueSetting): boolean {
  const [code = "", ...modifier] = codesIn(text);
  return areCodes([code]) && withModifier([code, ...modifier].join("-"), setting) !== null;
}

const DRG_BESIDE_SEVERITY = /^([1-9][0-9]{2})([1-4])$/;

/** A code as the API takes it: 5601 is 560-1 where codes have that form. What has another form stays as it is. */
export function codeInForm(code: string, { schema }: CatalogueParameter): string {
  const form = typeof schema.pattern === "string" ? new RegExp(schema.pattern) : null;
  if (form === null || form.test(code)) return code;
  const hyphened = code.replace(DRG_BESIDE_SEVERITY, "$1-$2");
  return form.test(hyphened) ? hyphened : code;
}

/** The parameters of a code: where the lookup takes a modifier, 99213-26 is two of them. A modifier of the code before is none of it. */
export function fieldsOfCode(code: string, setting: CatalogueSetting): Fields {
  const { code: parameter } = partsOfQuestion(setting);
  if (parameter === null) return {};
  if (!takesModifier(setting)) return { [parameter.name]: codeInForm(code, parameter) };
  const both = withModifier(code, setting);
  return { [parameter.name]: both?.procedure ?? code, [MODIFIER]: both?.modifier ?? null };
}

interface LeftWithFields {
  readonly kind: "fields";
  readonly fields: Fields;
  readonly codes: readonly string[];
  /** What was changed of the typed text. */
  readonly note: string | null;
}

/** What leaving the code field with a text does. */
export type LeftCode =
  | LeftWithFields
  /** The codes that the tables list say more: whether it is a code without its hyphen, or words. */
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
  const typed = codesIn(text);
  const [first, second, ...rest] = typed;
  const isProcedures = takesModifier(setting);
  if (first === undefined) return leftWith([""], place);
  // "99213 25" is a code and its modifier.
  const isOne = isProcedures && rest.length === 0 && areCodes([first]) && first.length === 5 && second?.length === 2;
  if (isOne) return leftWith([`${first}-${second}`], place);
  if (areCodes(typed) && (second !== undefined || isProcedures || first.includes("-"))) return leftWith(typed, place);
  if (found === null) return { kind: "unknown" };
  if (found.exact !== null) return leftWith([found.exact], place);
  // A word is no code: looking it up would answer that the state has no rate for it.
  if (found.total === 0 && !/[0-9]/.test(text)) return { kind: "undecided", text: NO_CODE_MATCHES, choices: [] };
  if (areCodes(typed) || found.total === 0) return leftWith([text.trim().toUpperCase()], place);
  const many = found.total === 1 ? "One code has" : `${found.total.toLocaleString("en-US")} codes have`;
  return { kind: "undecided", text: `${many} this in the description. Choose from the list.`, choices: [] };
}

/** The lookup of typed codes, of which the first is looked up. Modifiers that inform are left out; others without a rate are a choice. */
function leftWith(typed: readonly string[], place: Place): LeftCode {
  const { setting } = place;
  const { code: parameter } = partsOfQuestion(setting);
  const notes = new Set<string>();
  const refusals = new Map<string, RefusedModifier>();
  const codes = typed.slice(0, CODES_MAX).map((code) => {
    const both = withModifier(code, setting);
    if (both === null) return parameter === null ? code : codeInForm(code, parameter);
    const use = modifierUse(both.modifier, place);
    if (use.kind === "sent") return code;
    if (use.kind === "leftOut") notes.add(use.note);
    else refusals.set(both.modifier, use);
    return both.procedure;
  });
  const each = [...new Set(codes)];
  const fields = fieldsOfCode(each[0] ?? "", setting);
  const note = [...notes].join(" ") || null;
  const left: LeftWithFields = { kind: "fields", fields, codes: each.length > 1 ? each : [], note };
  if (refusals.size === 0) return left;
  const text = [...refusals.values()].map(({ reason }) => reason).join(" ");
  return { kind: "undecided", text, choices: choicesOf(left, refusals) };
}

type RefusedModifier = Extract<ModifierUse, { readonly kind: "refused" }>;

function choicesOf(left: LeftWithFields, refusals: ReadonlyMap<string, RefusedModifier>): readonly CodeChoice[] {
  const modifiers = [...refusals.keys()];
  const without = { label: `Look up without modifier ${listText(modifiers)}`, left };
  const [{ instead = null } = {}] = refusals.values();
  if (instead === null || left.codes.length > 0) return [without];
  const fields = { ...left.fields, [instead.parameter]: instead.value };
  return [{ label: `Look up with ${instead.text}`, left: { ...left, fields } }, without];
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
