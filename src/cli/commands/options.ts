import { optionsOf, resultsAsSent } from "../../options/options.ts";
import { type OptionsRequest, optionsDeclaration } from "../../options/options-request.ts";
import { askedOfState } from "../one-state.ts";
import { print, printJson } from "../output.ts";
import { priceOptionsText } from "../price-options-text.ts";
import type { ExitCode } from "../usage.ts";

interface OptionsOptions {
  readonly release: string;
  readonly timeZone: string | null;
  readonly staleAfter: number;
  readonly json: boolean;
}

export async function options(
  stateCode: string,
  setting: string,
  parameters: readonly string[],
  { release, timeZone, staleAfter, json }: OptionsOptions,
): Promise<ExitCode> {
  return await askedOfState<OptionsRequest>(
    { stateCode, setting, parameters, release, timeZone, staleAfter },
    {
      read: (lookup, { state }, fields, today) => optionsDeclaration(state, lookup).read(fields, { today }),
      tell: async (request, lookup, source) => {
        const results = resultsAsSent(lookup, request, source);
        const answer = await optionsOf(lookup, request, source, results);
        if (json) printJson(answer);
        else print(priceOptionsText(answer));
        return results;
      },
    },
  );
}
