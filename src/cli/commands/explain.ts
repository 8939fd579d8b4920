import { explain as explained } from "../../explanation/explain.ts";
import { explanationPage } from "../../explanation/page/page.ts";
import { namesSent } from "../../explanation/understood.ts";
import { programVersion } from "../../files/program-version.ts";
import { explanationText } from "../explanation-text.ts";
import { oneLookup } from "../one-lookup.ts";
import { print, printJson } from "../output.ts";
import { type ExitCode, wrongUsage } from "../usage.ts";

interface ExplainOptions {
  readonly release: string;
  readonly timeZone: string | null;
  readonly staleAfter: number;
  readonly json: boolean;
  readonly html: boolean;
}

export async function explain(
  stateCode: string,
  setting: string,
  parameters: readonly string[],
  { release: file, timeZone, staleAfter, json, html }: ExplainOptions,
): Promise<ExitCode> {
  if (json && html) throw wrongUsage("Ask for --json or for --html, not for both.");
  return await oneLookup({ stateCode, setting, parameters, release: file, timeZone, staleAfter }, (answered) => {
    const { lookup, query, request, results, stale, empty, release, source } = answered;
    const { name, version, contentHash } = release.description;
    const explanation = explained(
      { lookup, request, sent: namesSent(query), results, stale, empty },
      { name, version, contentHash, engineVersion: programVersion(), origins: release.origins, source },
    );
    const asked = { state: source.state, lookup };
    if (json) printJson(explanation);
    else print(html ? explanationPage(explanation, asked) : explanationText(explanation, asked));
  });
}
