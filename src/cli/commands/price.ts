import { todayIn } from "../../operations/today.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import { lookupAnswer } from "../../pricing/lookup-answer.ts";
import type { State } from "../../pricing/state.ts";
import { quoted } from "../../reading/refusal.ts";
import { states } from "../../states/index.ts";
import { readParameters, stateIn, stateNamed, tellFaults } from "../lookup-arguments.ts";
import { openRelease } from "../open-release.ts";
import { print, printJson } from "../output.ts";
import { resultText } from "../result-text.ts";
import { type ExitCode, wrongUsage } from "../usage.ts";

interface PriceOptions {
  readonly release: string;
  readonly timeZone: string | null;
  readonly json: boolean;
}

export async function price(
  stateCode: string,
  setting: string,
  parameters: readonly string[],
  options: PriceOptions,
): Promise<ExitCode> {
  const state = stateNamed(stateCode, states);
  const lookup = lookupOf(state, setting);
  const query = readParameters(parameters);
  const release = openRelease(options.release);
  try {
    const today = todayIn(options.timeZone)();
    const answer = await lookupAnswer(lookup, "fromQuery", query, { today }, stateIn(release, state));
    if (!answer.ok) {
      tellFaults(answer.faults);
      return 1;
    }
    if (options.json) printJson(answer.results);
    else print(answer.results.map(resultText).join("\n\n"));
    return 0;
  } finally {
    release.close();
  }
}

function lookupOf(state: State, setting: string): RateLookup {
  if (setting === "outpatient" || setting === "inpatient") return state[setting];
  throw wrongUsage(`${quoted(setting)} is not a setting: write outpatient or inpatient.`);
}
