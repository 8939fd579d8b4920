import { codesInScope, type ListScope, pricedList } from "../../answers/price-list/list.ts";
import { priceList, withoutLine } from "../../answers/price-list.ts";
import { replaceFile, writeAlone } from "../../core/files/replace-file.ts";
import { refuseOverwriting, refuseReplacing } from "../../core/files/writing.ts";
import type { TemplateFormat } from "../../price-list/template.ts";
import { templateCsv, templateJson } from "../../price-list/template-files.ts";
import { monthsOrNever } from "../../serve/operations/setting.ts";
import { todayIn } from "../../serve/operations/today.ts";
import { states } from "../../states/index.ts";
import { type ExitCode, notify, printPieces, wrongUsage } from "../command-io.ts";
import { openState, readParameters, reportFaults, stateNamed } from "../lookup-arguments.ts";
import { stateCommand } from "./answer.ts";

interface PriceListOptions {
  readonly release: string;
  readonly timeZone: string | null;
  readonly staleAfter: number;
  readonly json: boolean;
  readonly format: TemplateFormat | null;
  readonly out: string | null;
  readonly force: boolean;
}

/** `ratebook price-list ca npi=N`: a page of the list in words or JSON, or the whole list as a file. */
export async function listPrices(
  stateCode: string,
  parameters: readonly string[],
  options: PriceListOptions,
): Promise<ExitCode> {
  const { out } = options;
  const format = options.format ?? formatOfName(out);
  if (format === null) return await stateCommand(priceList.name)(stateCode, parameters, options);
  if (options.json || parameters.some((each) => /^\s*(?:limit|offset)\s*=/i.test(each))) {
    throw wrongUsage(
      "--json, limit= and offset= print a page, and a file has all codes. Leave them out, or --out and --format.",
    );
  }
  const state = stateNamed(stateCode, states);
  const today = todayIn(options.timeZone)();
  const read = priceList.reading(state).read(readParameters(parameters), { today });
  if (!read.ok) {
    reportFaults(read.faults);
    return 1;
  }
  if (out !== null) {
    const outputs = [{ path: out, option: "--out" }];
    refuseOverwriting(outputs, [{ path: options.release, what: "the release" }]);
    refuseReplacing(outputs, options.force);
  }
  const { release, source } = openState(options.release, state);
  try {
    const subject = {
      release,
      source,
      states: [state.code],
      staleAfterMonths: monthsOrNever(options.staleAfter),
      admits: async () => true,
    };
    const scope = read.request as ListScope;
    const inScope = await codesInScope(scope, subject);
    const { value } = await pricedList(scope, inScope, { offset: 0, limit: Number.MAX_SAFE_INTEGER }, subject);
    for (const text of withoutLine(value)) notify(text);
    for (const warning of value.warnings) notify(`note: ${warning}`);
    // A file without a line would look like a hospital that is paid nothing.
    if (value.lines.length === 0) {
      const provider = value.provider?.name ?? `NPI ${scope.npi}, which no provider of ${state.name} has,`;
      notify(
        `error: No code of ${value.total_codes} has a line at ${provider} on ${scope.on}, and nothing is written.`,
      );
      return 1;
    }
    const written = { list: value, madeOn: today, words: state.valueWords };
    const text = format === "mrf-json" ? templateJson(written) : templateCsv(written);
    if (out === null) printPieces([text]);
    else {
      const newBy = options.force ? null : "--out";
      await writeAlone(out, "price-list", async (target) => replaceFile(target, text, { newBy }));
    }
    notify(`${value.provider?.name}: ${value.lines.length} lines for ${value.total_codes} codes of the state.`);
    return 0;
  } finally {
    release.close();
  }
}

const ENDINGS: Readonly<Record<string, TemplateFormat>> = { csv: "mrf-csv", json: "mrf-json" };

/** The format by the file's name; null without a file. */
function formatOfName(out: string | null): TemplateFormat | null {
  if (out === null) return null;
  const format = ENDINGS[out.toLowerCase().split(".").at(-1) ?? ""];
  if (format !== undefined) return format;
  throw wrongUsage("The name of the file names no format: end it in .csv or .json, or add --format.");
}
