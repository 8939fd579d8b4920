import { type Table, titleOf } from "../../dataset/table.ts";
import type { AskedLookup as Unpriced } from "../../pricing/answer-with.ts";
import type { LookupRequest } from "../../pricing/lookup.ts";
import type { Sought } from "../../pricing/no-rate.ts";
import type { ProviderResult } from "../../pricing/result.ts";
import { MissingFigure, Operation, type Term } from "../../pricing/worksheet/calculation.ts";
import type { ExplainedNoRate } from "./explanation.ts";
import { keyCells, keyOfRow } from "./listed-rows.ts";
import { provenRemedies } from "./remedies.ts";

/** Why a result has no price, and what the program knows that would help; null where there is one. */
export function explainNoRate(
  { outcome, row }: ProviderResult,
  asked: Unpriced,
  providers: Table,
): ExplainedNoRate | null {
  const { noRate, payment, sheet } = outcome;
  if (payment !== null) return null;
  const code = noRate?.code ?? "missing_information";
  const last = noRate === null ? sheet.readings.last : noRate.sought;
  const sought = last ?? soughtProvider(asked, row, providers);
  const suggested = noRate?.remedy ?? lackingParameters(sheet.steps.flatMap(({ formula }) => missingIn(formula)));
  return {
    code,
    message: noRate?.message ?? null,
    sought: { table: titleOf(sought.table), key: keyCells(sought.key), date: sheet.day },
    nearest: noRate?.nearest ?? null,
    remedy: provenRemedies(suggested, asked, code === "no_such_provider"),
  };
}

/** What a formula lacks, where it can be sent. */
function lackingParameters(lacking: readonly MissingFigure[]) {
  return lacking.flatMap(({ name, words, parameter }) =>
    parameter === null ? [] : [{ parameter, value: null, why: `${name}: ${words}` }],
  );
}

function missingIn(term: Term | null): readonly MissingFigure[] {
  if (term instanceof MissingFigure) return [term];
  return term instanceof Operation ? term.of.flatMap(missingIn) : [];
}

/** A provider that was found, or what was sought of one that was not. */
function soughtProvider({ request, source }: Unpriced, row: object | null, table: Table): Sought {
  if (row !== null) return { table, key: keyOfRow(table, row) };
  const sent = request as unknown as Readonly<Record<string, unknown>>;
  const key: Record<string, unknown> = {};
  for (const name of source.identifierNames) if (sent[name] != null) key[name] = sent[name];
  const { providerName }: LookupRequest = request;
  if (providerName !== null) key.providerName = providerName.sent;
  return { table, key };
}
