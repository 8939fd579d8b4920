import { snakeCase } from "../../core/text/spelling.ts";
import { type Table, titleOf } from "../../dataset/table.ts";
import { answerWith, type LookupToAnswer as Unpriced, valueRead } from "../../pricing/answer.ts";
import type { LookupRequest } from "../../pricing/lookup.ts";
import type { Remedy, RowSearch } from "../../pricing/no-rate.ts";
import { hasCheckDigit } from "../../pricing/request/kinds.ts";
import type { ProviderResult } from "../../pricing/result.ts";
import { MissingFigure, Operation, type Term } from "../../pricing/worksheet/calculation.ts";
import { keyCells, keyOfRow } from "./explain-result.ts";
import type { ExplainedNoRate } from "./schema.ts";

/** Why a result has no price, with remedies; null if it has a price. */
export function explainNoRate(
  { outcome, row }: ProviderResult,
  unpriced: Unpriced,
  providers: Table,
): ExplainedNoRate | null {
  const { noRate, payment, sheet } = outcome;
  if (payment !== null) return null;
  const code = noRate?.code ?? "missing_information";
  const last = noRate === null ? sheet.readings.last : noRate.searched;
  const searched = last ?? searchedProvider(unpriced, row, providers);
  const suggested = suggestedRemedies(outcome);
  return {
    code,
    message: noRate?.message ?? null,
    sought: { table: titleOf(searched.table), key: keyCells(searched.key), date: sheet.day },
    nearest: noRate?.nearest ?? null,
    remedy: provenRemedies(suggested, unpriced, code === "no_such_provider"),
  };
}

/** What the rule suggests, or the parameters that a formula lacks: none of it is tried. */
export function suggestedRemedies({ noRate, sheet }: ProviderResult["outcome"]): readonly Remedy[] {
  return noRate?.remedy ?? lackingParameters(sheet.steps.flatMap(({ formula }) => missingIn(formula)));
}

/** Parameters that would complete a formula. */
function lackingParameters(lacking: readonly MissingFigure[]) {
  return lacking.flatMap(({ name, words, parameter }) =>
    parameter === null ? [] : [{ parameter, value: null, why: `${name}: ${words}` }],
  );
}

function missingIn(term: Term | null): readonly MissingFigure[] {
  if (term instanceof MissingFigure) return [term];
  return term instanceof Operation ? term.of.flatMap(missingIn) : [];
}

/** A provider that was found, or what was searched for. */
function searchedProvider({ request, source }: Unpriced, row: object | null, table: Table): RowSearch {
  if (row !== null) return { table, key: keyOfRow(table, row) };
  const sent = request as unknown as Readonly<Record<string, unknown>>;
  const key: Record<string, unknown> = {};
  for (const name of source.identifierNames) if (sent[name] != null) key[name] = sent[name];
  const { providerName }: LookupRequest = request;
  if (providerName !== null) key.providerName = providerName.sent;
  return { table, key };
}

/** The tables of a price may begin at different times, so several days are tried. */
const DAYS_TRIED_MAX = 4;

/** A rule with more remedies names the best ones first. */
const REMEDIES_TRIED_MAX = 30;

/** Tries every suggested remedy; names only those that give a price. */
function provenRemedies(
  suggested: readonly Remedy[],
  unpriced: Unpriced,
  isProviderUnknown: boolean,
): readonly Remedy[] {
  const proven: Remedy[] = isProviderUnknown ? [...wrongCheckDigit(unpriced.request)] : [];
  for (const remedy of [...suggested, ...lostZeros(unpriced, isProviderUnknown)].slice(0, REMEDIES_TRIED_MAX)) {
    if (remedy.value === null) proven.push(remedy);
    else if (remedy.parameter === unpriced.lookup.dayParameter) proven.push(...workingDay(remedy, unpriced));
    else if (remedy.parameter === "billing_code") {
      // The intended code is worth naming even if its formula then lacks a value.
      if (remedied(remedy, unpriced).some(({ outcome }) => outcome.noRate === null)) proven.push(remedy);
    } else if (isPriced(remedied(remedy, unpriced))) proven.push(remedy);
  }
  return proven;
}

/** The suggested day, or the next one that a table of the price suggests. */
function workingDay(suggested: Remedy, unpriced: Unpriced): readonly Remedy[] {
  let remedy = suggested;
  for (let tried = 0; tried < DAYS_TRIED_MAX; tried += 1) {
    const results = remedied(remedy, unpriced);
    if (isPriced(results)) return [remedy];
    const next = results
      .flatMap(({ outcome }) => outcome.noRate?.remedy ?? [])
      .find(
        ({ parameter, value }) => parameter === suggested.parameter && value !== null && value > (remedy.value ?? ""),
      );
    if (next === undefined) return [];
    remedy = next;
  }
  return [];
}

function isPriced(results: readonly ProviderResult[]): boolean {
  return results.some(({ outcome }) => outcome.payment !== null);
}

/** The results of the lookup with the remedy applied; none if it cannot be answered at once. */
function remedied({ parameter, value }: Remedy, unpriced: Unpriced): readonly ProviderResult[] {
  const name = Object.keys(unpriced.lookup.parameters).find((each) => snakeCase(each) === parameter);
  if (name === undefined || value === null) return [];
  // An empty text is a parameter that is not sent.
  return answerWith(unpriced, name, valueRead(unpriced, name, value === "" ? null : value));
}

/** An NPI that matches no provider because a digit is wrong. */
function wrongCheckDigit({ npi }: LookupRequest): readonly Remedy[] {
  if (npi === null || hasCheckDigit(npi)) return [];
  const why = `the check digit of ${npi} is wrong, so at least one of its digits is mistaken`;
  return [{ parameter: "npi", value: null, why }];
}

/** Digits of the codes that spreadsheets read as numbers: APR-DRG and HCPCS. */
const CODE_LENGTHS = [3, 5];
const PROVIDER_ID_LENGTHS = [6, 7, 8, 9];

/** Codes and provider numbers with the leading zeros that a spreadsheet removed. */
function lostZeros({ lookup, request }: Unpriced, isProviderUnknown: boolean): readonly Remedy[] {
  const sent = request as unknown as Readonly<Record<string, { readonly sent: string } | string | null>>;
  const code = sent.billingCode;
  const written = typeof code === "object" && code !== null ? code.sent : code;
  if (!isProviderUnknown) return padded("billing_code", written, CODE_LENGTHS);
  const id = sent.stateProviderId;
  return "stateProviderId" in lookup.parameters && typeof id === "string"
    ? padded("state_provider_id", id, PROVIDER_ID_LENGTHS)
    : [];
}

function padded(parameter: string, text: string | null | undefined, lengths: readonly number[]): readonly Remedy[] {
  if (typeof text !== "string" || !/^[0-9]+$/.test(text)) return [];
  return lengths
    .filter((length) => length > text.length)
    .map((length) => {
      const value = text.padStart(length, "0");
      return { parameter, value, why: `${value} is listed: the zeros before it were lost` };
    });
}
