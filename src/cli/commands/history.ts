import { historyOf } from "../../history/history.ts";
import { historyJson } from "../../history/history-json.ts";
import { type HistoryRequest, historyDeclaration } from "../../history/history-request.ts";
import { historyText } from "../history-text.ts";
import { askedOfState } from "../one-state.ts";
import { print, tell } from "../output.ts";
import type { ExitCode } from "../usage.ts";

interface HistoryOptions {
  readonly release: string;
  readonly timeZone: string | null;
  readonly staleAfter: number;
  readonly json: boolean;
}

export async function history(
  stateCode: string,
  setting: string,
  parameters: readonly string[],
  { release, timeZone, staleAfter, json }: HistoryOptions,
): Promise<ExitCode> {
  return await askedOfState<HistoryRequest>(
    { stateCode, setting, parameters, release, timeZone, staleAfter },
    {
      read: (lookup, { state }, fields, today) => historyDeclaration(state, lookup).read(fields, { today }),
      tell: async (request, lookup, source) => {
        const answer = await historyOf(lookup, request, source);
        print(json ? historyJson(answer, lookup) : historyText(answer));
        if (!json && answer.nextTo !== null) tell(`There is more: ask again with to=${answer.nextTo}.`);
        return answer.periods.flatMap(({ results }) => results);
      },
    },
  );
}
