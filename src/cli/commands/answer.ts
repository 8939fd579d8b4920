import type { AnsweredQuestion, RequestErrors } from "../../answers/answer.ts";
import { benchmark } from "../../answers/benchmark.ts";
import { staleMessage } from "../../answers/caveats.ts";
import { answerFrom, lookupKinds } from "../../answers/index.ts";
import type { RequestFields } from "../../pricing/request/read.ts";
import type { CareSetting } from "../../registry/definition.ts";
import type { Release } from "../../release/release.ts";
import { monthsOrNever } from "../../serve/operations/setting.ts";
import { todayIn } from "../../serve/operations/today.ts";
import { states } from "../../states/index.ts";
import { type ExitCode, notify, print, wrongUsage } from "../command-io.ts";
import {
  lookupNamed,
  openRelease,
  openState,
  readParameters,
  reportFaults,
  stateNamed,
  warnOfTestData,
} from "../lookup-arguments.ts";

interface StateAnswerOptions {
  readonly release: string;
  readonly timeZone?: string | null;
  readonly staleAfter?: number;
  readonly json: boolean;
  readonly html?: boolean;
}

interface AnswerOptions extends StateAnswerOptions {
  /** The toggles of a kind of answer. */
  readonly [toggle: string]: unknown;
}

/** The command of a kind of answer for a lookup: `ratebook history ca outpatient npi=...`. */
export function lookupCommand(answer: string, toggles: readonly string[] = []) {
  return async (
    stateCode: string,
    setting: string,
    parameters: readonly string[],
    options: AnswerOptions,
  ): Promise<ExitCode> => {
    if (options.json && options.html) throw wrongUsage("Use --json or --html, not both.");
    const state = stateNamed(stateCode, states);
    const lookup = lookupNamed(state, setting);
    const reason = lookupKinds.find(({ name }) => name === answer)?.notFor?.(lookup) ?? null;
    if (reason !== null) throw wrongUsage(reason);
    const toggled = toggles.filter((each) => options[each] === true).map((each) => `${each}=true`);
    const fields = readParameters([...parameters, ...toggled]);
    const question = { answer, states: [state.code], setting: lookup.setting, fields };
    return await using(openState(options.release, state).release, (release) => printed(question, release, options));
  };
}

/** The command of a kind of answer for a state: `ratebook search ca provider_name=...`. */
export function stateCommand(answer: string) {
  return async (stateCode: string, parameters: readonly string[], options: StateAnswerOptions): Promise<ExitCode> => {
    const state = stateNamed(stateCode, states);
    const fields = readParameters(parameters);
    const question = { answer, states: [state.code], setting: null, fields };
    return await using(openState(options.release, state).release, (release) => printed(question, release, options));
  };
}

/** The command of a kind of answer for a release: `ratebook coverage rates.db`. */
export function releaseCommand(answer: string) {
  return async (file: string, options: AnswerOptions & { readonly date: string | null }): Promise<ExitCode> =>
    await using(openRelease(file), (release) => {
      const fields = options.date === null ? {} : { date: options.date };
      return printed({ answer, states: [...release.states.keys()], setting: null, fields }, release, options);
    });
}

async function using(release: Release, use: (release: Release) => Promise<ExitCode>): Promise<ExitCode> {
  try {
    return await use(release);
  } finally {
    release.close();
  }
}

interface Question {
  readonly answer: string;
  readonly states: readonly string[];
  readonly setting: CareSetting | null;
  readonly fields: RequestFields;
}

/** Prints an answer, then its remarks and the caveats that it does not contain. */
async function printed(
  question: Question,
  release: Release,
  { timeZone = null, staleAfter = 0, json, html = false }: StateAnswerOptions,
): Promise<ExitCode> {
  const terms = { today: todayIn(timeZone)(), staleAfterMonths: monthsOrNever(staleAfter) };
  const answered = admitted(await answerFrom(release, { ...question, ...terms }, async () => true));
  if (!answered.ok) {
    reportFaults(answered.faults);
    return 1;
  }
  if (json || html) {
    print(await answered.as(json ? "json" : "html"));
  } else {
    const { text, remarks } = answered.text();
    if (text !== "") print(text);
    for (const remark of remarks) notify(remark);
    if (isBesideMedicare(question)) warnOfTestData(release);
  }
  const { caveats, saysCaveats } = answered;
  if (caveats === null || saysCaveats) return 0;
  for (const { message } of caveats.empty) notify(`note: ${message}`);
  for (const table of caveats.stale) notify(`note: ${staleMessage(table)}`);
  return 0;
}

/** The text of such an answer has two prices, and neither shows its sources. */
function isBesideMedicare({ answer, fields }: Question): boolean {
  return answer === benchmark.name || fields.medicare === "true";
}

function admitted(answered: AnsweredQuestion | RequestErrors | null): AnsweredQuestion | RequestErrors {
  if (answered === null) throw new Error("A command is always admitted.");
  return answered;
}
