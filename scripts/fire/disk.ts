import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Clients, Mix, usageOf } from "./clients.ts";
import { repriced } from "./jobs.ts";
import type { Random } from "./random.ts";
import { claims, knownLookups, type PricedRelease, pricedClaims, pricedReleases } from "./releases.ts";
import type { Stage } from "./scene.ts";
import { Server } from "./server.ts";
import { waitFor } from "./wait-for.ts";
import { type Ended, SAMPLE, type Workspace } from "./workspace.ts";

/* The disk is full, or a command is killed while it changes something on it: the mechanism is that of the tests (test/cli/support). */

const PRELOAD = join(import.meta.dirname, "../../test/cli/support/fault-at.ts");
/** The longest command, an import, takes some fifty steps. */
const STEPS_MAX = 50;
const LOOKUPS = 80;
const ROUNDS = 3;
const EVENTUALLY_MILLISECONDS_MAX = 60_000;
const DISK_MEBIBYTES = 192;
/** Below what jobs leave free, so that they find no room and keys can still be changed. */
const FREE_BYTES = 32 * 2 ** 20;

/** A full disk under a server; then commands that find it full or are killed, until the time is over. */
export async function disk(stage: Stage): Promise<void> {
  const deadline = performance.now() + stage.seconds * 1_000;
  const [release] = (await pricedReleases(stage.workspace)) as [PricedRelease];
  await serverOn(stage, release, injectedDisk(stage.workspace));
  const small = smallDisk(stage.workspace);
  if (small === null) stage.notify("a disk in memory: not tried, since nothing can be mounted here");
  else await serverOn(stage, release, small).finally(small.remove);
  await commands(stage, release, () => performance.now() >= deadline);
}

/** A disk for the home of a server. */
interface Disk {
  readonly name: string;
  readonly folder: string;
  readonly preload: string | null;
  fill(): void;
  free(): void;
}

/** Writing fails in the server's processes and threads as on a full disk. */
function injectedDisk(workspace: Workspace): Disk {
  const flag = workspace.path("disk-is-full");
  return {
    name: "a disk that fails",
    folder: workspace.path("injected"),
    preload: `${PRELOAD}?${new URLSearchParams({ "full-while": flag })}`,
    fill: () => writeFileSync(flag, ""),
    free: () => rmSync(flag),
  };
}

/** A disk in memory that is filled up to what jobs keep free: the service measures this one itself. Null without the right to mount. */
function smallDisk(workspace: Workspace): (Disk & { readonly remove: () => void }) | null {
  const folder = workspace.path("small-disk");
  mkdirSync(folder);
  const remove = () => void execFileSync("umount", ["--lazy", folder], { stdio: "ignore" });
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_MEBIBYTES}m`, "tmpfs", folder], { stdio: "ignore" });
  } catch {
    return null;
  }
  process.prependOnceListener("exit", remove);
  const filler = join(folder, "filler");
  return {
    name: "a disk in memory",
    folder,
    preload: null,
    fill: () => {
      const { bavail, bsize } = statfsSync(folder);
      writeFileSync(filler, Buffer.alloc(bavail * bsize - FREE_BYTES));
    },
    free: () => rmSync(filler),
    remove: () => {
      process.removeListener("exit", remove);
      remove();
    },
  };
}

/** While the disk is full, lookups are answered, keys can be revoked, and files are refused. Afterwards all is as before. */
async function serverOn(
  { workspace, random, findings, notify }: Stage,
  release: PricedRelease,
  given: Disk,
): Promise<void> {
  notify(`a server on ${given.name}`);
  const home = join(given.folder, "home");
  const { id, key } = await workspace.key("--home", home);
  const { key: jobsKey } = await workspace.key("--home", home);
  const ending = await workspace.key("--home", home);
  writeFileSync(workspace.path("claims.csv"), claims());
  const [right] = await pricedClaims(workspace, [release], workspace.path("claims.csv"));
  const lookups = await knownLookups([release], random.branch(), LOOKUPS);
  const server = await Server.started(workspace, ["--release", release.file, "--home", home], {
    preload: given.preload,
  });
  const mix = await Mix.of(lookups, server.port, key, random.branch());
  const target = { port: server.port, isExcused: () => false };
  const clients = new Clients({ mix, key, random: random.branch(), findings, targetOf: () => target });
  const what = (text: string) => `${given.name}: ${text}`;
  for (let round = 0; round < ROUNDS; round += 1) {
    given.fill();
    const { kind } = await repriced(server.port, jobsKey, claims());
    findings.check(what("a file is refused"), kind === "refused" || kind === "failed" ? null : `it was ${kind}`);
    if (round === 0) {
      const { code, stderr } = await workspace.run(["keys", "revoke", ending.id, "--home", home]);
      findings.check(what("a key is revoked"), code === 0 ? null : `the command ended with ${code}: ${stderr}`);
    }
    given.free();
    const isRepriced = async () => {
      const outcome = await repriced(server.port, jobsKey, claims());
      return outcome.kind === "done" && outcome.results === right;
    };
    const isBack = await waitFor(isRepriced, EVENTUALLY_MILLISECONDS_MAX);
    findings.check(what("files are repriced afterwards"), isBack ? null : "no file is");
  }
  await clients.end();
  findings.check(what("the server stops"), await server.stop());
  const usage = await usageOf(workspace, ["--home", home], id);
  findings.check(what("usage adds up"), clients.usageProblem(usage));
}

/** A command, and what shows how far it came. */
interface Command {
  readonly name: string;
  readonly args: readonly string[];
  /** What is run after an interruption, and must succeed. */
  readonly again: readonly string[];
  /** Whether that completes the work. */
  readonly isCompleting: boolean;
  /** What a reader would see of the work. */
  readonly seen: () => Promise<string>;
}

const LAB_RATES = { "2025-07-01": "80048,8.46\n80053,10.56\n", "2026-01-01": "80048,9.00\n80061,13.39\n" };
/** What commands write beside their files while they work. The lock of a home's audit log stays. */
const LEFTOVER = /^(?!home\/).*(?:\.partial|\.progress|\.lock|\/\.import)/;

/** Every command is interrupted in turn: what it writes is old or new, and the next run succeeds and leaves nothing behind. */
async function commands(stage: Stage, release: PricedRelease, isOver: () => boolean): Promise<void> {
  const { workspace, random, findings, notify } = stage;
  const [template, folder] = [workspace.path("template"), workspace.path("trial")];
  const begin = () => {
    rmSync(folder, { recursive: true, force: true });
    cpSync(template, folder, { recursive: true });
  };
  await prepare(workspace, template);
  const known: { readonly command: Command; readonly states: readonly string[] }[] = [];
  for (const command of commandsIn(workspace, folder, release)) {
    begin();
    const before = await command.seen();
    const { code, stderr } = await workspace.run(command.args);
    if (!isDone(code)) throw new Error(`${command.name} ends with ${code} without a fault: ${stderr}`);
    known.push({ command, states: [before, await command.seen()] });
    if (before === known.at(-1)?.states[1]) throw new Error(`${command.name} changes nothing.`);
  }
  for (let place = 0; place < known.length || !isOver(); place += 1) {
    const { command, states } = known[place % known.length] as (typeof known)[number];
    begin();
    const fault = interruption(random);
    const ended = await workspace.run(command.args, `${PRELOAD}?${fault}`);
    if (!isDone(ended.code)) findings.tried(`${command.name}: interrupted`);
    notify(`${command.name}, ${fault}: ${ended.signal ?? `ended with ${ended.code}`}`);
    const problem = endProblem(ended, folder) ?? (await nextProblem(command, states, folder, workspace));
    findings.check(`${command.name}: old or new`, problem === null ? null : `${fault}: ${problem}`);
  }
}

function interruption(random: Random): string {
  // Most commands take fewer steps than the longest: early ones are tried more often.
  const step = String(1 + random.whole(1 + random.whole(STEPS_MAX)));
  return String(new URLSearchParams(random.whole(2) === 0 ? { kill: step } : { full: step }));
}

async function prepare(workspace: Workspace, template: string): Promise<void> {
  for (const name of ["dataset.json", "ga/lab_rates.csv", "ga/providers.csv"])
    cpSync(join(SAMPLE, name), join(template, "dataset", name), { recursive: true });
  writeFileSync(join(template, "rates.db"), "the old one");
  for (const [day, rows] of Object.entries(LAB_RATES))
    writeFileSync(join(template, `lab-${day}.csv`), `Procedure Code,Rate\n${rows}`);
  await workspace.done(...importOf(template, "2025-07-01"));
  writeFileSync(join(template, "claims.csv"), claims());
  await workspace.key("--home", join(template, "home"));
}

function importOf(folder: string, day: keyof typeof LAB_RATES): readonly string[] {
  const file = join(folder, `lab-${day}.csv`);
  return ["import", "ga/lab_rates", file, "--into", join(folder, "imported"), "--as-of", day];
}

function commandsIn(workspace: Workspace, folder: string, release: PricedRelease): readonly Command[] {
  const [dataset, home] = [join(folder, "dataset"), join(folder, "home")];
  const importing = importOf(folder, "2026-01-01");
  const building = ["build", dataset, "--out", join(folder, "rates.db")];
  const output = join(folder, "out.csv");
  const repricing = [
    "reprice",
    "ga",
    "outpatient",
    join(folder, "claims.csv"),
    "--release",
    release.file,
    "--out",
    output,
  ];
  const creating = ["keys", "create", "--home", home, "--name", "n", "--states", "ga"];
  const listing = ["keys", "list", "--home", home, "--json"];
  return [
    {
      ...{ name: "import", args: importing, again: importing, isCompleting: true },
      seen: async () => {
        // Whoever reads the dataset next completes an import that was cut off.
        await workspace.done("check", join(folder, "imported"));
        return readFileSync(join(folder, "imported/ga/lab_rates.csv"), "utf8");
      },
    },
    {
      ...{ name: "build", args: building, again: building, isCompleting: true },
      seen: async () => readFileSync(join(folder, "rates.db"), "latin1"),
    },
    {
      ...{ name: "reprice", args: repricing, again: [...repricing, "--force"], isCompleting: true },
      seen: async () => (existsSync(output) ? readFileSync(output, "utf8") : "no results"),
    },
    {
      ...{ name: "keys create", args: creating, again: listing, isCompleting: false },
      seen: async () => `${(await workspace.done(...listing)).match(/"id"/g)?.length} keys`,
    },
  ];
}

/** 3 is a repricing with rejected lines. */
function isDone(code: number | null): boolean {
  return code === 0 || code === 3;
}

/** A command was killed, succeeded, or failed with one sentence. */
function endProblem({ code, signal, stderr }: Ended, folder: string): string | null {
  if (signal === "SIGKILL" || isDone(code)) return null;
  const sentences = stderr.split("\n").filter((line) => line.startsWith("error: "));
  const isOneSentence = code === 1 && sentences.length === 1 && sentences[0]?.includes(folder) === true;
  return isOneSentence && !/^\s+at .*:\d+/m.test(stderr) ? null : `${signal ?? `exit code ${code}`}: ${stderr}`;
}

async function nextProblem(
  { again, isCompleting, seen }: Command,
  states: readonly string[],
  folder: string,
  workspace: Workspace,
): Promise<string | null> {
  const [, after] = states;
  if (!states.includes(await seen())) return "what it left is neither old nor new";
  const { code, stderr } = await workspace.run(again);
  if (!isDone(code)) return `the next run ended with ${code}: ${stderr}`;
  if (isCompleting && (await seen()) !== after) return "the next run did not complete it";
  const left = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => LEFTOVER.test(name));
  return left.length === 0 ? null : `left behind: ${left.join(", ")}`;
}
