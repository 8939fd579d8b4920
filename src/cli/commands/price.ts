import { todayIn } from "../../operations/today.ts";
import { lookupAnswer } from "../../pricing/lookup-answer.ts";
import { states } from "../../states/index.ts";
import { lookupNamed, readParameters, stateIn, stateNamed, tellFaults } from "../lookup-arguments.ts";
import { openRelease } from "../open-release.ts";
import { print, printJson } from "../output.ts";
import { resultText } from "../result-text.ts";
import type { ExitCode } from "../usage.ts";

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
  const lookup = lookupNamed(state, setting);
  const query = readParameters(parameters);
  const release = openRelease(options.release);
  try {
    const today = todayIn(options.timeZone)();
    const answer = await lookupAnswer(lookup, "fromQuery", query, { today }, stateIn(release, state));
    if (!answer.ok) {
      tellFaults(answer.faults);
      return 1;
    }
    const results = answer.results.map(({ result }) => result);
    if (options.json) printJson(results);
    else print(results.map(resultText).join("\n\n"));
    return 0;
  } finally {
    release.close();
  }
}
