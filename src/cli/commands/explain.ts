import { explain as explained } from "../../explanation/explain.ts";
import { explanationPage } from "../../explanation/page/page.ts";
import { namesSent } from "../../explanation/understood.ts";
import { programVersion } from "../../files/program-version.ts";
import { todayIn } from "../../operations/today.ts";
import { lookupAnswer } from "../../pricing/lookup-answer.ts";
import { states } from "../../states/index.ts";
import { explanationText } from "../explanation-text.ts";
import { lookupNamed, readParameters, stateIn, stateNamed, tellFaults } from "../lookup-arguments.ts";
import { openRelease } from "../open-release.ts";
import { print, printJson } from "../output.ts";
import { type ExitCode, wrongUsage } from "../usage.ts";

interface ExplainOptions {
  readonly release: string;
  readonly timeZone: string | null;
  readonly json: boolean;
  readonly html: boolean;
}

export async function explain(
  stateCode: string,
  setting: string,
  parameters: readonly string[],
  options: ExplainOptions,
): Promise<ExitCode> {
  const state = stateNamed(stateCode, states);
  const lookup = lookupNamed(state, setting);
  const query = readParameters(parameters);
  if (options.json && options.html) throw wrongUsage("Ask for --json or for --html, not for both.");
  const release = openRelease(options.release);
  try {
    const source = stateIn(release, state);
    const today = todayIn(options.timeZone)();
    const answer = await lookupAnswer(lookup, "fromQuery", query, { today }, source);
    if (!answer.ok) {
      tellFaults(answer.faults);
      return 1;
    }
    const { request, results } = answer;
    const { name, version, contentHash } = release.description;
    const explanation = explained(
      { lookup, request, sent: namesSent(query), results },
      { name, version, contentHash, engineVersion: programVersion(), origins: release.origins, source },
    );
    const asked = { state, lookup };
    if (options.json) printJson(explanation);
    else print(options.html ? explanationPage(explanation, asked) : explanationText(explanation, asked));
    return 0;
  } finally {
    release.close();
  }
}
