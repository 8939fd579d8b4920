import { comparisonJson } from "../../comparing/comparison-json.ts";
import { comparisonOf } from "../../comparing/rate-comparison.ts";
import { comparisonDeclaration, type RateComparisonRequest } from "../../comparing/rate-comparison-request.ts";
import { askedOfState } from "../one-state.ts";
import { print } from "../output.ts";
import { tellComparison } from "../rate-comparison-text.ts";
import type { ExitCode } from "../usage.ts";

interface CompareOptions {
  readonly release: string;
  readonly timeZone: string | null;
  readonly staleAfter: number;
  readonly json: boolean;
}

export async function compare(
  stateCode: string,
  setting: string,
  parameters: readonly string[],
  { release, timeZone, staleAfter, json }: CompareOptions,
): Promise<ExitCode> {
  return await askedOfState<RateComparisonRequest>(
    { stateCode, setting, parameters, release, timeZone, staleAfter },
    {
      read: (lookup, { state }, fields, today) => comparisonDeclaration(state, lookup).read(fields, { today }),
      tell: async (request, lookup, source) => {
        const answer = await comparisonOf(lookup, request, source, async () => true);
        if (answer === null) return [];
        if (json) print(comparisonJson(answer, lookup));
        else tellComparison(answer);
        return answer.members.flatMap(({ results }) => results);
      },
    },
  );
}
