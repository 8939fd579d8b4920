import { parseArgs } from "node:util";
import { disk } from "./disk.ts";
import { load } from "./load.ts";
import { nodes } from "./nodes.ts";
import { properties } from "./properties.ts";
import { Random } from "./random.ts";
import { Findings, type Scene } from "./scene.ts";
import { Workspace } from "./workspace.ts";

/* npm run fire: breaks what a server and the commands depend on, and judges what they answer (docs/contributing/reliability.md). */

const SCENES: Readonly<Record<string, Scene>> = { load, disk, nodes, properties };
const NAMES = Object.keys(SCENES).join("|");
const USAGE = `Usage: npm run fire -- [${NAMES}] [--seconds N] [--seed N]

Without a name, all scenes run, one after the other. --seconds: of each scene (default: 120). --seed: of the choices
(default: random, printed).`;

function wholeNumber(name: string, text: string): number {
  if (!/^[1-9][0-9]{0,8}$/.test(text))
    throw new Error(`--${name} "${text}" is not valid: expected a whole number above 0.`);
  return Number(text);
}

function given() {
  const options = {
    seconds: { type: "string" },
    seed: { type: "string" },
    help: { type: "boolean", short: "h" },
  } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const unknown = positionals.find((name) => !(name in SCENES));
  if (unknown !== undefined) throw new Error(`There is no scene "${unknown}": expected ${NAMES}.`);
  return {
    isHelp: values.help === true,
    scenes: positionals.length > 0 ? positionals : Object.keys(SCENES),
    seconds: wholeNumber("seconds", values.seconds ?? "120"),
    seed: wholeNumber("seed", values.seed ?? String(1 + Math.floor(Math.random() * 1_000_000))),
  };
}

/** Plays one scene in a folder of its own, which is gone afterwards. An error ends the scene, and is a finding. */
async function played(name: string, seconds: number, seed: number, findings: Findings): Promise<void> {
  const workspace = new Workspace();
  const notify = (text: string) => process.stdout.write(`${name}: ${text}\n`);
  notify(`seed ${seed}, ${seconds} s`);
  try {
    const stage = { workspace, random: new Random(seed), seed, seconds, findings, notify };
    await (SCENES[name] as Scene)(stage);
  } catch (error) {
    findings.found("the scene ended early", `${(error as Error).stack ?? error}`);
  } finally {
    workspace.close();
  }
}

async function main(): Promise<void> {
  const { isHelp, scenes, seconds, seed } = given();
  if (isHelp) return void process.stdout.write(`${USAGE}\n`);
  // The folder and the processes of a scene go on exit, after Ctrl-C as well.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => process.exit(130));
  const failed: string[] = [];
  for (const name of scenes) {
    const findings = new Findings();
    await played(name, seconds, seed, findings);
    process.stdout.write(findings.shown(name));
    if (findings.count > 0) failed.push(name);
  }
  const again = `npm run fire -- ${failed.join(" ")} --seconds ${seconds} --seed ${seed}`;
  process.stdout.write(failed.length === 0 ? "ok\n" : `failed: ${failed.join(", ")} (again: ${again})\n`);
  process.exit(failed.length === 0 ? 0 : 1);
}

await main().catch((error: Error) => {
  process.stderr.write(`error: ${error.message}\n${USAGE}\n`);
  process.exit(2);
});
