import { type ChildProcess, fork } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Findings } from "../../fire/findings.ts";
import { knownLookups } from "../../fire/known-lookups.ts";
import { forgetPeak, peakBytesOf } from "../../fire/process-size.ts";
import type { Random } from "../../fire/random.ts";
import { madeKey, sampleRelease } from "../../fire/sample.ts";
import { Server } from "../../fire/server.ts";
import type { Workspace } from "../../fire/workspace.ts";
import { processorTime, shareOfOthers } from "../processor-time.ts";
import { ATTACKS } from "./all.ts";
import type { AttackOutcome, Target } from "./attack.ts";
import { isQuiet, latencyNote, memoryProblem, slowness } from "./judging.ts";
import { type Probed, type Probing, probing } from "./lookup-probe.ts";

const LOOKUPS = 200;
const ATTACKER_KEYS = 4;
const IDLE_MILLISECONDS = 5_000;
const ATTACK_MILLISECONDS = 15_000;
const MEBIBYTE = 2 ** 20;

/** How long each attack goes on, and how long lookups are measured before. */
interface Length {
  readonly idleMilliseconds?: number;
  readonly attackMilliseconds?: number;
}

/** What attacks have in common. */
interface Field {
  readonly workspace: Workspace;
  readonly release: string;
  readonly home: string;
  readonly keys: readonly string[];
  readonly lookups: Probing["lookups"];
  readonly findings: Findings;
  readonly length: Required<Length>;
}

/** Each attack on a fresh server, one after the other, with lookups beside it. */
export async function attacks(
  workspace: Workspace,
  random: Random,
  findings: Findings,
  names: readonly string[] = Object.keys(ATTACKS),
  { idleMilliseconds = IDLE_MILLISECONDS, attackMilliseconds = ATTACK_MILLISECONDS }: Length = {},
): Promise<void> {
  const release = await sampleRelease(workspace, workspace.path("attacked.db"));
  const home = workspace.path("attack-keys");
  const keys: string[] = [];
  // One for the lookups, one for a client with files, and those of the attacker.
  for (let count = 0; count < ATTACKER_KEYS + 2; count += 1)
    keys.push((await madeKey(workspace, home, "--rate", "off")).key);
  const lookups = (await knownLookups(release, random, LOOKUPS)).map(({ path, answer }) => ({ path, answer }));
  const length = { idleMilliseconds, attackMilliseconds };
  for (const name of names) await attacked(name, { workspace, release, home, keys, lookups, findings, length });
}

async function attacked(name: string, field: Field): Promise<void> {
  const { workspace, release, findings, length } = field;
  const home = workspace.fresh("attack-home");
  cpSync(field.home, home, { recursive: true });
  const options = ATTACKS[name]?.options ?? [];
  const server = await Server.start(workspace, ["--release", release, "--home", home, ...options]);
  const [key = "", victimKey = "", ...keys] = field.keys;
  const target: Target = { port: server.port, keys, victimKey, milliseconds: length.attackMilliseconds };
  const probe = { port: server.port, key, lookups: field.lookups };
  const attacker = new Attacker();
  try {
    await probing(probe, () => wait(length.idleMilliseconds / 2));
    const [idle] = await probing(probe, () => wait(length.idleMilliseconds));
    await attacker.does(name, "prepare", target);
    const processes = [server.pid, ...server.workers];
    for (const pid of processes) forgetPeak(pid);
    const begun = processorTime(server.pid);
    const [beside, outcome] = await probing(probe, () => attacker.does(name, "attack", target));
    const othersShare = shareOfOthers(begun, processorTime(server.pid));
    const peakBytes = Math.max(...processes.map(peakBytesOf));
    const measured = { idle: idle.latencies, beside: beside.latencies, othersShare };
    report(name, findings, {
      problems: [
        ...problemsOf(server, beside),
        slowness(measured),
        memoryProblem(peakBytes),
        ...outcome.problems,
        ...(isQuiet(measured) ? outcome.delays : []),
      ],
      notes: [latencyNote(measured), `at most ${Math.round(peakBytes / MEBIBYTE)} MiB`, ...outcome.notes],
    });
  } finally {
    attacker.end();
    await server.stop();
  }
}

function problemsOf(server: Server, { wrong }: Probed): readonly string[] {
  const hangs = server.timesLogged("worker_hangs");
  return [
    ...wrong,
    ...(hangs > 0 ? [`the watchdog replaced ${hangs} workers`] : []),
    ...(server.hasEnded ? [`the server has ended: ${server.said.slice(-600)}`] : []),
  ];
}

interface Reported {
  readonly problems: readonly (string | null)[];
  readonly notes: readonly string[];
}

function report(name: string, findings: Findings, { problems, notes }: Reported): void {
  const row = `attack, ${name}`;
  findings.tried(row);
  for (const problem of problems) if (problem !== null) findings.found(row, problem, { attack: name });
  findings.note(row, notes.join("; "));
}

/** The process that attacks. */
class Attacker {
  readonly #child: ChildProcess = fork(join(import.meta.dirname, "attack-process.ts"), { execArgv: [] });

  async does(name: string, step: "prepare" | "attack", target: Target): Promise<AttackOutcome> {
    const done = Promise.withResolvers<AttackOutcome>();
    const onExit = () => done.reject(new Error(`The process of the attack "${name}" has ended.`));
    this.#child.once("exit", onExit);
    this.#child.once("message", ({ outcome, failed }: { outcome: AttackOutcome; failed?: string }) => {
      if (failed === undefined) done.resolve(outcome);
      else done.reject(new Error(`The attack "${name}" cannot be made: ${failed}`));
    });
    this.#child.send({ name, step, target });
    try {
      return await done.promise;
    } finally {
      this.#child.off("exit", onExit);
    }
  }

  end(): void {
    this.#child.kill("SIGKILL");
  }
}
