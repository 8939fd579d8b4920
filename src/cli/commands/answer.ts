import { Caveats } from "../../answers/caveats.ts";
import { answerKindNamed } from "../../answers/index.ts";
import { monthsOrNever } from "../../operations/setting.ts";
import { todayIn } from "../../operations/today.ts";
import { freshnessOf } from "../../state/freshness.ts";
import { staleMessage } from "../../state/stale-tables.ts";
import { states } from "../../states/index.ts";
import { lookupNamed, readParameters, stateIn, stateNamed, tellFaults } from "../lookup-arguments.ts";
import { openRelease } from "../open-release.ts";
import { print, tell } from "../output.ts";
import type { ExitCode } from "../usage.ts";

interface AnswerOptions {
  readonly release: string;
  readonly timeZone: string | null;
  readonly staleAfter: number;
  readonly json: boolean;
}

/** The command of any kind of answer about a lookup: answers it without a server, while the release is open. */
export function answerCommand(name: string) {
  const kind = answerKindNamed(name);
  return async (
    stateCode: string,
    setting: string,
    parameters: readonly string[],
    { release: file, timeZone, staleAfter, json }: AnswerOptions,
  ): Promise<ExitCode> => {
    const state = stateNamed(stateCode, states);
    const lookup = lookupNamed(state, setting);
    const fields = readParameters(parameters);
    const release = openRelease(file);
    try {
      const source = stateIn(release, state);
      const about = { lookup, source, admits: async () => true };
      const asked = await kind.ask(fields, { today: todayIn(timeZone)() }, about);
      if (asked === null) throw new Error("A command is always admitted.");
      if (!asked.ok) {
        tellFaults(asked.faults);
        return 1;
      }
      const { text, remarks } = json ? { text: asked.json(), remarks: [] } : asked.text();
      if (text !== "") print(text);
      for (const remark of remarks) tell(remark);
      const freshness = freshnessOf(source, release.description.sources, monthsOrNever(staleAfter));
      const caveats = new Caveats(lookup, source, freshness);
      for (const results of asked.results) caveats.add(results);
      for (const { message } of caveats.empty) tell(`note: ${message}`);
      for (const table of caveats.stale) tell(`note: ${staleMessage(table)}`);
      return 0;
    } finally {
      release.close();
    }
  };
}
