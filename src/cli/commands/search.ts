import { todayIn } from "../../operations/today.ts";
import { answerSearch } from "../../pricing/provider-search.ts";
import { states } from "../../states/index.ts";
import { readParameters, stateIn, stateNamed, tellFaults } from "../lookup-arguments.ts";
import { openRelease } from "../open-release.ts";
import { printJson, printTable, tell } from "../output.ts";
import type { ExitCode } from "../usage.ts";

interface SearchOptions {
  readonly release: string;
  readonly json: boolean;
}

export async function search(
  stateCode: string,
  parameters: readonly string[],
  options: SearchOptions,
): Promise<ExitCode> {
  const state = stateNamed(stateCode, states);
  const query = readParameters(parameters);
  const release = openRelease(options.release);
  try {
    const { directory, data } = stateIn(release, state);
    const read = state.search.reader.fromQuery(query, { today: todayIn(null)() });
    if (!read.ok) {
      tellFaults(read.faults);
      return 1;
    }
    const answer = await answerSearch(state.search, state.providers, read.request, directory, data);
    if (options.json) {
      printJson(answer);
      return 0;
    }
    if (answer.providers.length > 0) showProviders(answer.providers);
    tell(`${answer.total_results} found, ${answer.providers.length} shown.`);
    return 0;
  } finally {
    release.close();
  }
}

/** The fields that say something about at least one of the providers. */
function showProviders(providers: readonly Readonly<Record<string, unknown>>[]): void {
  const fields = Object.keys(providers[0] ?? {}).filter((field) => providers.some((each) => shown(each[field]) !== ""));
  printTable(
    fields.map((field) => field.toUpperCase()),
    providers.map((provider) => fields.map((field) => shown(provider[field]))),
  );
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
