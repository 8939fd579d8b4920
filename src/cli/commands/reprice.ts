import { refuseNoFile } from "../../files/input-file.ts";
import { programVersion } from "../../files/program-version.ts";
import { todayIn } from "../../operations/today.ts";
import { Refusal } from "../../reading/refusal.ts";
import { chosenFields } from "../../reprice/fields.ts";
import { type Repricing, type RepricingOutcome, reprice as repriceFile } from "../../reprice/reprice.ts";
import { ThreadCrew } from "../../reprice/threads/thread-crew.ts";
import { states } from "../../states/index.ts";
import { lookupNamed, stateIn, stateNamed } from "../lookup-arguments.ts";
import { openRelease } from "../open-release.ts";
import { print, printJson, tell } from "../output.ts";
import { ProgressReport } from "../progress.ts";
import { repricingJson, repricingText } from "../repricing-text.ts";
import { type ExitCode, refusedOption, wrongUsage } from "../usage.ts";

interface RepriceOptions {
  readonly release: string;
  readonly out: string;
  readonly fields: readonly string[] | null;
  readonly compare: string | null;
  readonly passThrough: readonly string[];
  readonly resume: boolean;
  readonly force: boolean;
  readonly workers: number;
  readonly timeZone: string | null;
  readonly json: boolean;
}

export async function reprice(
  stateCode: string,
  settingName: string,
  input: string,
  options: RepriceOptions,
): Promise<ExitCode> {
  const state = stateNamed(stateCode, states);
  const lookup = lookupNamed(state, settingName);
  const { setting } = lookup;
  if (options.resume && options.force) throw wrongUsage("--resume goes on and --force begins again: give one of them.");
  const fields = chosenFields(lookup, options.fields);
  if (fields instanceof Refusal) throw refusedOption("--fields", (options.fields ?? []).join(","), fields);
  refuseNoFile(input);
  const release = openRelease(options.release);
  stateIn(release, state);
  const { description } = release;
  release.close();

  const { out, compare, passThrough, resume, force, workers } = options;
  const asked: Repricing = {
    state,
    setting,
    release: { file: options.release, contentHash: description.contentHash },
    input,
    out,
    fields,
    compare,
    passThrough,
    resume,
    force,
    today: todayIn(options.timeZone)(),
  };
  const outcome = await interruptibly((interruption) => work(asked, workers, interruption));
  if (outcome.kind === "interrupted") return 1;
  if (options.json) printJson(repricingJson(out, compare, description, outcome));
  else print(repricingText(out, compare, description, outcome));
  return outcome.faultsFile === null ? 0 : 1;
}

const THREAD_MODULE = new URL("../reprice-thread.ts", import.meta.url);

async function work(asked: Repricing, threads: number, interruption: AbortSignal): Promise<RepricingOutcome> {
  const progress = new ProgressReport();
  try {
    return await repriceFile(asked, {
      program: programVersion(),
      startCrew: (plan) => ThreadCrew.start(THREAD_MODULE, threads, plan),
      interruption,
      onProgress: (far) => progress.tell(far),
      tell,
    });
  } finally {
    progress.end();
  }
}

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** Lets the work write down where it stands when the command is told to stop, and then stops as it was told to. */
async function interruptibly(
  task: (interruption: AbortSignal) => Promise<RepricingOutcome>,
): Promise<RepricingOutcome> {
  const controller = new AbortController();
  const abort = (signal: NodeJS.Signals) => controller.abort(signal);
  for (const signal of SIGNALS) process.once(signal, abort);
  let outcome: RepricingOutcome;
  try {
    outcome = await task(controller.signal);
  } finally {
    for (const signal of SIGNALS) process.removeListener(signal, abort);
  }
  if (outcome.kind === "interrupted") {
    tell(`Interrupted before line ${outcome.line}. Go on with --resume.`);
    process.kill(process.pid, controller.signal.reason as NodeJS.Signals);
  }
  return outcome;
}
