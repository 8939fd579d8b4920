import { resultWithChoices } from "../../answers/result-text.ts";
import { assumptionsOf } from "../../explanation/explain.ts";
import { namesSent } from "../../explanation/understood.ts";
import type { ProviderResult } from "../../pricing/result.ts";
import { staleMessage } from "../../state/stale-tables.ts";
import { oneLookup } from "../one-lookup.ts";
import { print, printJson, tell } from "../output.ts";
import type { ExitCode } from "../usage.ts";

interface PriceOptions {
  readonly release: string;
  readonly timeZone: string | null;
  readonly staleAfter: number;
  readonly json: boolean;
}

export async function price(
  stateCode: string,
  setting: string,
  parameters: readonly string[],
  { release, timeZone, staleAfter, json }: PriceOptions,
): Promise<ExitCode> {
  return await oneLookup({ stateCode, setting, parameters, release, timeZone, staleAfter }, (answered) => {
    const { lookup, query, request, results } = answered;
    const sent = namesSent(query);
    const textOf = (each: ProviderResult) =>
      resultWithChoices(each, assumptionsOf({ lookup, request, sent, results: [each] }));
    if (json) printJson(results.map(({ result }) => result));
    else print(results.map(textOf).join("\n\n"));
    for (const { message } of answered.empty) tell(`note: ${message}`);
    for (const table of answered.stale) tell(`note: ${staleMessage(table)}`);
  });
}
