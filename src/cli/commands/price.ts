import { staleMessage } from "../../pricing/stale-tables.ts";
import { oneLookup } from "../one-lookup.ts";
import { print, printJson, tell } from "../output.ts";
import { resultText } from "../result-text.ts";
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
    const results = answered.results.map(({ result }) => result);
    if (json) printJson(results);
    else print(results.map(resultText).join("\n\n"));
    for (const table of answered.stale) tell(`note: ${staleMessage(table)}`);
  });
}
