import { inCapitals } from "../../../src/core/text/folding.ts";
import { withoutInvisible } from "../../../src/core/text/refusal.ts";
import { modifierMeaning } from "../../../src/reprice/values/modifiers.ts";
import { isRoundedBySpreadsheet } from "../../../src/reprice/values/read-value.ts";
import type { CatalogueSetting } from "../api/ready.ts";
import { listText } from "../words/names.ts";
import { ofOtherClaims, refusedByLabel, withoutLabels } from "./code-labels.ts";
import { MODIFIER } from "./modifiers.ts";

/*
 * The one place where a typed text becomes a code. Claims have procedures with modifiers, or DRGs with a severity. The rules are two
 * tables below: the first that fits a code reads it. What has two readings is asked, and what has none is never looked up as a code.
 */

/** A code as lookups take it, and the modifiers that were typed behind it. */
export interface Reading {
  readonly code: string;
  readonly modifiers: readonly string[];
}

export type ReadText =
  | { readonly kind: "codes"; readonly readings: readonly Reading[] }
  /** The reader has to choose. */
  | { readonly kind: "choice"; readonly why: string; readonly readings: readonly Reading[] }
  /** A code of other claims, or of a system that no rates are published for. */
  | { readonly kind: "refused"; readonly why: string }
  /** Words, or nothing that is known. */
  | { readonly kind: "unread" };

type Setting = Pick<CatalogueSetting, "parameters">;
type Rule = readonly [
  form: RegExp,
  read: (parts: readonly string[], setting: Setting) => Exclude<ReadText, UnreadText>,
];
type UnreadText = { readonly kind: "unread" };

export function takesModifier({ parameters }: Setting): boolean {
  return parameters.some(({ name }) => name === MODIFIER);
}

/** The parameter for a rate code, by the contract's name. */
const RATE_CODE = "rate_code";

/** Five characters with a digit: CPT, HCPCS Level II and local codes. */
const PROCEDURE = "(?=[A-Z]*[0-9])[A-Z0-9]{5}";

const PROCEDURE_RULES: readonly Rule[] = [
  // 99213x2 and 99213-25x2
  [
    new RegExp(`^(${PROCEDURE}(?:-[A-Z0-9]{2})*)X([1-9][0-9]{0,2})$`),
    ([, code = "", units = ""]) => unitsOrModifier(code, units),
  ],
  // 0099213: zeros in front, or 00992 with modifier 13, if there were such a modifier.
  [/^00([0-9]{5})$/, ([, code = ""]) => paddedProcedure(code)],
  // 099213
  [/^0+([0-9]{5}|[A-Z][0-9]{4})$/, ([, code = ""]) => codes(code)],
  // 9921325
  [new RegExp(`^(${PROCEDURE})([A-Z0-9]{2})$`), ([, code = "", modifier = ""]) => codes(code, [modifier])],
  // 99213-25-59 and 99213-2559
  [
    new RegExp(`^(${PROCEDURE})((?:-(?:[A-Z0-9]{2})+)+)$`),
    ([, code = "", behind = ""]) => codes(code, [...new Set(behind.match(/[A-Z0-9]{2}/g) ?? [])]),
  ],
  [/^([0-9]{3}-[1-4])$/, ([code = ""]) => refused(`${code} is a DRG, which inpatient claims have.`, "Inpatient")],
  // 0450: the API would read it as group 450, or as 00450.
  [/^0[0-9]{3}$/, ([code = ""]) => choice(REVENUE_CODE, [code])],
  // 99213, a group such as 844, and local codes of any length.
  [/^[A-Z0-9]{1,20}$/, ([code = ""]) => codes(code)],
];

const REVENUE_CODE = "This may be a revenue code, which has no rate. Enter the HCPCS or CPT code of the line.";

const STAY_RULES: readonly Rule[] = [
  // 560-1, 0560-1 and 56-1
  [/^0?([0-9]{1,3})-([1-4])$/, ([, drg = "", severity = ""]) => codes(`${padded(drg)}-${severity}`)],
  // 5601
  [/^([1-9][0-9]{2})([1-4])$/, ([code = ""], setting) => stayOfFourDigits(code, setting)],
  // 0561: DRG 561, or 056 with severity 1.
  [/^0([0-9]{2})([1-4])$/, ([, drg, last], setting) => paddedStay(`${drg}${last}`, `0${drg}-${last}`, setting)],
  [/^0?([0-9]{3})$/, ([, drg = ""], setting) => drgAlone(drg, setting)],
  [
    /^(?:[0-9]{5}|[A-Z][0-9]{4})(?:-.*)?$/,
    ([code]) => refused(`${code} is a procedure code, which outpatient claims have.`, "Outpatient"),
  ],
  [/^[A-Z0-9-]{1,20}$/, ([code = ""]) => codes(code)],
];

/** What a typed text says in a setting. */
export function readText(text: string, setting: Setting): ReadText {
  const isProcedures = takesModifier(setting);
  const upper = plain(text);
  const ofLabel = refusedByLabel(upper, isProcedures);
  if (ofLabel !== null) return { kind: "refused", why: ofLabel };
  const rounded = upper.split(/[\s,;|]+/).find((text) => /[.+]/.test(text) && isRoundedBySpreadsheet(text));
  if (rounded !== undefined) return { kind: "refused", why: roundedText(rounded) };
  if (isProcedures && THOUSANDS.test(upper)) return thousands(upper);
  const pieces = piecesOf(withoutLabels(upper), isProcedures);
  const [first, ...others] = pieces;
  if (first === undefined) return { kind: "codes", readings: [] };
  if (isDescribed(others)) return readDescribed(first, setting);
  const read = pieces.map((piece) => ({ piece, as: readCode(piece, setting) }));
  const odd = read.find(({ as }) => as.kind !== "codes");
  if (odd !== undefined && read.length > 1 && odd.as.kind === "choice") {
    return { kind: "refused", why: `${odd.piece}: ${odd.as.why} Enter it by itself.` };
  }
  if (odd !== undefined) return odd.as;
  const why = whyNoCode(pieces, isProcedures);
  if (why !== null) return { kind: "refused", why };
  return { kind: "codes", readings: read.flatMap(({ as }) => (as.kind === "codes" ? as.readings : [])) };
}

/** One code, without blanks and labels. */
export function readCode(piece: string, setting: Setting): ReadText {
  if (!/[0-9]/.test(piece)) return { kind: "unread" };
  for (const [form, read] of takesModifier(setting) ? PROCEDURE_RULES : STAY_RULES) {
    const parts = form.exec(piece);
    if (parts !== null) return read(parts, setting);
  }
  return { kind: "unread" };
}

/** What to search the listed codes for while a text is typed; null: nothing, since a code has begun to get modifiers or others. */
export function searchedIn(text: string, setting: Setting): string | null {
  const searched = withoutLabels(plain(text));
  const isLonger = new RegExp(`^${PROCEDURE}[\\s:/,;-]`).test(searched) || /^[0-9]{3}-[1-4][\s,;]/.test(searched);
  if (isLonger || piecesOf(searched, takesModifier(setting)).filter((each) => /[0-9]/.test(each)).length > 1)
    return null;
  return /[0-9]/.test(searched) ? searched : text.trim();
}

/** "DRG 560-1", "99213 with modifiers 25 and 59" */
export function readingText({ code, modifiers }: Reading, setting: Setting): string {
  if (!takesModifier(setting)) return /^[0-9]{3}(?:-[1-4])?$/.test(code) ? `DRG ${code}` : code;
  const [one, ...others] = modifiers;
  if (one === undefined) return code;
  return `${code} with modifier${others.length === 0 ? "" : "s"} ${listText(modifiers)}`;
}

/* Separators. */

/** A text in capitals, with one kind of hyphen, and one blank or line break between words. */
function plain(text: string): string {
  const plainText = withoutInvisible(text)
    .replaceAll(/\s+/g, (run) => (run.includes("\n") ? "\n" : " "))
    .replaceAll(/[\u2010-\u2015\u2212]/g, "-");
  return inCapitals(plainText).trim();
}

const BETWEEN_CODES = /[,;|&+\n]+|\bAND\b|(?<=\s)OR(?=\s|$)|(?<=[A-Z0-9]{5})\s*\/\s*(?=[A-Z0-9]{5})/;
const MARKS = /^['"(#.=]+|(?<!['")#.:])['")#.:]+$/g;

/** The codes of a text, each with its modifiers or its severity behind a hyphen. */
function piecesOf(text: string, isProcedures: boolean): readonly string[] {
  const pieces: string[] = [];
  for (const part of text.split(BETWEEN_CODES)) {
    const joined = part.replaceAll(/\s*[-/:\u2044]\s*(?=[A-Z0-9])/g, "-");
    for (const each of joined.trim().split(/\s+/)) {
      const piece = each.replaceAll(MARKS, "").replace(/^([0-9]+)\.0+$/, "$1");
      if (piece === "") continue;
      const before = pieces.at(-1) ?? "";
      const together = isProcedures ? withModifier(before, piece) : withSeverity(before, piece);
      if (together === null) pieces.push(piece);
      else if (together.isAnother) pieces.push(together.text);
      else pieces[pieces.length - 1] = together.text;
    }
  }
  return [...new Set(pieces)];
}

/** A piece that belongs to the one before. `isAnother`: it is a further code, of which the one before is a part. */
interface Together {
  readonly text: string;
  readonly isAnother: boolean;
}

/** 99213, 25 and 99213 x2 */
function withModifier(before: string, piece: string): Together | null {
  if (!/^[A-Z0-9]{2}$/.test(piece) || !IS_PROCEDURE.test(before)) return null;
  return { text: /^X[0-9]$/.test(piece) ? `${before}${piece}` : `${before}-${piece}`, isAnother: false };
}

const IS_PROCEDURE = new RegExp(`^${PROCEDURE}(?:-|$)`);

/** 560 1, and 560-1, 2 with two severities. */
function withSeverity(before: string, piece: string): Together | null {
  const [, drg, severity] = /^([0-9]{2,3}|[0-9]{3}(?=[1-4]$))(?:-?([1-4]))?$/.exec(before) ?? [];
  if (drg === undefined || !/^[1-4]$/.test(piece)) return null;
  return { text: `${drg}-${piece}`, isAnother: severity !== undefined };
}

/** A number that stands beside procedures and is none: an amount, units, a group, a day or an identifier. */
const OTHER_NUMBER = /^(?:[0-9]{1,4}|[1-9][0-9]{5}|[0-9]{8,})$/;

/** Why a number beside codes is not looked up as one; null: there is none. */
export function whyNoCode(pieces: readonly string[], isProcedures: boolean): string | null {
  if (pieces.length < 2) return null;
  const digit = pieces.find((piece) => /^[0-9]$/.test(piece));
  if (!isProcedures) {
    if (digit === undefined) return null;
    return `${digit} may be a severity of illness or a DRG. Write a severity as 560-${digit}, and a DRG as 00${digit}.`;
  }
  const isBesideProcedure = pieces.some((piece) => IS_PROCEDURE.test(piece));
  const number = isBesideProcedure ? pieces.find((piece) => OTHER_NUMBER.test(piece)) : digit;
  if (number === undefined) return null;
  if (number.length > 3)
    return `${number} may be an amount, a day or an identifier. Enter it in its own field, or leave it out.`;
  return `${number} may be units or a group. Leave units out, and enter a group by itself.`;
}

/** Whether a code is followed by its description. */
function isDescribed(pieces: readonly string[]): boolean {
  return pieces.length > 0 && pieces.every((piece) => !/[0-9]/.test(piece));
}

function readDescribed(piece: string, setting: Setting): ReadText {
  const [code = ""] = piece.split("-");
  const read = readCode(takesModifier(setting) ? code : piece, setting);
  if (read.kind !== "codes") return read.kind === "choice" ? read : { kind: "unread" };
  return { kind: "choice", why: "There are words beside the code.", readings: read.readings };
}

/* What the rules give. */

function codes(code: string, modifiers: readonly string[] = []): Exclude<ReadText, UnreadText> {
  return { kind: "codes", readings: [{ code, modifiers }] };
}

/** Its digits are lost. */
export function roundedText(text: string): string {
  return `${text} was rounded by the spreadsheet. Format its column as text and copy it again.`;
}

function refused(why: string, setting: string): Exclude<ReadText, UnreadText> {
  return { kind: "refused", why: ofOtherClaims(why, setting) };
}

function choice(why: string, among: readonly string[]): Exclude<ReadText, UnreadText> {
  return { kind: "choice", why, readings: among.map((code) => ({ code, modifiers: [] })) };
}

function paddedProcedure(code: string): Exclude<ReadText, UnreadText> {
  const [other, modifier] = [`00${code.slice(0, 3)}`, code.slice(3)];
  if (modifierMeaning(modifier) === null) return codes(code);
  const readings = [
    { code, modifiers: [] },
    { code: other, modifiers: [modifier] },
  ];
  return { kind: "choice", why: `This is ${code} with zeros in front, or ${other} with a modifier.`, readings };
}

function unitsOrModifier(text: string, units: string): Exclude<ReadText, UnreadText> {
  const [code = "", ...modifiers] = text.split("-");
  const readings: Reading[] = [{ code, modifiers }];
  const why = `${units} may be units, which are no part of a code`;
  if (units.length > 1) return { kind: "choice", why: `${why}.`, readings };
  readings.push({ code, modifiers: [...modifiers, `X${units}`] });
  return { kind: "choice", why: `${why}, or modifier X${units} is meant.`, readings };
}

/** A number as spreadsheets show it, with a separator between thousands. */
const THOUSANDS = /^[0-9]{2}[, ][0-9]{3}$/;

function thousands(text: string): ReadText {
  const code = text.replace(/[, ]/, "");
  return choice(`This is ${code} with a separator, or two groups. Enter groups one at a time.`, [code]);
}

/** Repricing reads four digits as a DRG only under such a heading, too: a stay can have a rate code. */
function stayOfFourDigits(code: string, { parameters }: Setting): Exclude<ReadText, UnreadText> {
  const stay = `${code.slice(0, -1)}-${code.slice(-1)}`;
  if (!parameters.some(({ name }) => name === RATE_CODE)) return codes(stay);
  return choice(`${code} may be a rate code, which has a field of its own, or DRG ${stay}.`, [stay]);
}

function padded(drg: string): string {
  return drg.padStart(3, "0");
}

const SEVERITIES = ["1", "2", "3", "4"];

/** A DRG without its severity, which some states need. */
function drgAlone(drg: string, setting: Setting): Exclude<ReadText, UnreadText> {
  if (takesDrgAlone(setting)) return codes(drg);
  return choice(`DRG ${drg} needs its severity of illness.`, withSeverities(drg));
}

function paddedStay(drg: string, other: string, setting: Setting): Exclude<ReadText, UnreadText> {
  const readings = takesDrgAlone(setting) ? [drg] : withSeverities(drg);
  return choice(`This is DRG ${drg} with a zero in front, or DRG ${other}.`, [other, ...readings]);
}

function takesDrgAlone({ parameters }: Setting): boolean {
  const pattern = parameters.find(({ kind }) => kind === "code")?.schema.pattern;
  return typeof pattern !== "string" || new RegExp(pattern).test("560");
}

function withSeverities(drg: string): readonly string[] {
  return SEVERITIES.map((severity) => `${drg}-${severity}`);
}
