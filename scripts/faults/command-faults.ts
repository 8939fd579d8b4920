import { keysAtAGlance } from "../../src/keys/key-file.ts";
import { type Budget, within } from "../fire/budget.ts";
import type { Findings } from "../fire/findings.ts";
import type { Random } from "../fire/random.ts";
import type { Ended, Workspace } from "../fire/workspace.ts";
import { type Command, commands, startingFiles } from "./commands.ts";
import { type FileStates, fileStates, isSame, leftovers, neitherOldNorNew } from "./file-states.ts";
import { FAULTS, PlanFile } from "./plans.ts";

/** The operations of a command that are counted; longer ones repeat what the first ones do. */
const NTH_MAX = 40;
/** A kill at a random moment falls within this time of the start. */
const KILL_MILLISECONDS_MAX = 1_500;
/** How often the second try is interrupted as well. */
const AGAIN_SHARE = 0.25;

interface Trial {
  readonly command: Command;
  readonly before: FileStates;
  readonly after: FileStates;
}

/** Interrupts every command, by faults of the disk and by kills: every file is old or new, and another try succeeds. */
export async function faultCommands(
  workspace: Workspace,
  random: Random,
  budget: Budget,
  findings: Findings,
): Promise<void> {
  const copyTo = await startingFiles(workspace);
  const plans = new PlanFile(workspace.folder);
  const folder = workspace.path("trial");
  const variables = plans.variables(workspace.path("clock"));
  copyTo(folder);
  const keyId = keysAtAGlance(`${folder}/home/keys.db`)[0]?.id as string;
  const trialOf = async (command: Command): Promise<Trial> => {
    copyTo(folder);
    const before = fileStates(folder);
    const ended = await workspace.run(command.args(folder), variables);
    if (ended.code !== 0) throw new Error(`${command.name} fails without a fault: ${ended.stderr}`);
    return { command, before, after: fileStates(folder) };
  };
  const all = commands(keyId);
  const trials: Trial[] = [];

  let place = 0;
  for (const isOn = within(budget); isOn(); place += 1) {
    const trial = trials[place % all.length] ?? (await trialOf(all[place % all.length] as Command));
    trials[place % all.length] = trial;
    const { command, before, after } = trial;
    copyTo(folder);
    const fault = random.pick([...Object.keys(FAULTS), "moment"]);
    const plan = {
      fault,
      nth: random.whole(NTH_MAX) + 1,
      lasts: random.chance(0.5),
      killAfter: random.whole(KILL_MILLISECONDS_MAX),
    };
    const interrupt = (args: readonly string[]): Promise<Ended> =>
      interrupted(workspace, plans, folder, args, plan, variables);
    const input = { command: command.args(folder), ...plan };

    let ended = await interrupt(command.args(folder));
    const row = `${command.name}, ${fault === "moment" || fault === "KILL" ? "killed" : "faults of the disk"}`;
    const wasHit = fault === "moment" || plans.hits.length > 0;
    const problem = endProblem(ended, wasHit, folder) ?? filesProblem(fileStates(folder), before, after);
    findings.check(row, problem, { ...input, hits: plans.hits, stderr: ended.stderr });

    if (random.chance(AGAIN_SHARE) && ended.code !== 0) ended = await interrupt(command.again(folder));
    plans.clear();
    if (isSame(fileStates(folder), after) && leftovers(folder).length === 0) continue;
    ended = await workspace.run(command.again(folder), variables);
    findings.check(`${command.name}, tried again`, againProblem(ended, folder, after), {
      ...input,
      stderr: ended.stderr,
    });
  }
}

interface Interruption {
  readonly fault: string;
  readonly nth: number;
  readonly lasts: boolean;
  readonly killAfter: number;
}

async function interrupted(
  workspace: Workspace,
  plans: PlanFile,
  folder: string,
  args: readonly string[],
  { fault, nth, lasts, killAfter }: Interruption,
  variables: Readonly<Record<string, string>>,
): Promise<Ended> {
  if (fault === "moment") {
    plans.clear();
    return await workspace.run(args, variables, (child) => setTimeout(() => child.kill("SIGKILL"), killAfter).unref());
  }
  plans.set({ fault, nth, lasts, operations: FAULTS[fault] as readonly string[], folder });
  const ended = await workspace.run(args, variables);
  plans.clear();
  return ended;
}

/** A command ends with 0, or with 1 and one sentence that names a file; or it was killed. */
function endProblem({ code, signal, stderr }: Ended, wasHit: boolean, folder: string): string | null {
  if (signal === "SIGKILL") return wasHit ? null : "killed by another process";
  if (signal !== null) return `ended by ${signal}`;
  if (/^\s+at .*:\d+/m.test(stderr)) return `a stack trace: ${stderr.slice(0, 600)}`;
  if (code === 0) return null;
  if (!wasHit) return `failed without a fault: ${stderr}`;
  const sentences = stderr.split("\n").filter((line) => line.startsWith("error: "));
  if (code !== 1 || sentences.length !== 1) return `exit code ${code}, ${sentences.length} sentences: ${stderr}`;
  return sentences[0]?.includes(folder) ? null : `no file is named: ${sentences[0]}`;
}

function filesProblem(now: FileStates, before: FileStates, after: FileStates): string | null {
  const broken = neitherOldNorNew(now, before, after);
  return broken.length === 0 ? null : broken.join("; ");
}

function againProblem({ code, stderr }: Ended, folder: string, after: FileStates): string | null {
  if (code !== 0) return `exit code ${code}: ${stderr}`;
  const left = leftovers(folder);
  if (left.length > 0) return `left behind: ${left.join(", ")}`;
  return isSame(fileStates(folder), after)
    ? null
    : (filesProblem(fileStates(folder), after, after) ?? "a file is missing");
}
