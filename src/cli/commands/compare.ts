import { comparisonOf } from "../../comparing/comparison.ts";
import { comparisonJson } from "../../comparing/comparison-json.ts";
import { type ComparisonRequest, comparisonDeclaration } from "../../comparing/comparison-request.ts";
import { tellComparison } from "../comparison-text.ts";
import { askedOfState } from "../one-state.ts";
import { print } from "../output.ts";
import type { ExitCode } from "../usage.ts";

interface CompareOptions {
  readonly release: string;
  readonly timeZone: string | null;
  readonly json: boolean;
}

export async function compare(
  stateCode: string,
  setting: string,
  parameters: readonly string[],
  { release, timeZone, json }: CompareOptions,
): Promise<ExitCode> {
  return await askedOfState<ComparisonRequest>(
    { stateCode, setting, parameters, release, timeZone },
    {
      read: (lookup, { state }, fields, today) => comparisonDeclaration(state, lookup).read(fields, { today }),
      tell: async (request, lookup, source) => {
        const answer = await comparisonOf(lookup, request, source, async () => true);
        if (answer === null) return;
        if (json) print(comparisonJson(answer, lookup));
        else tellComparison(answer);
      },
    },
  );
}
