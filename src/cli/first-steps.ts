import { keyStatus } from "../keys/issue.ts";
import { keysAtAGlance } from "../keys/key-file.ts";
import { addressOf } from "../serve/operations/address.ts";
import type { ServerChoices } from "../serve/operations/configuration.ts";
import { existingHome } from "../serve/operations/home.ts";
import type { Started } from "../serve/operations/service.ts";
import { states } from "../states/index.ts";
import { notify } from "./command-io.ts";
import { launcherFrom, quotedForShell } from "./shell-words.ts";

/**
 * Shows the first steps to a person who starts a server on a terminal, as far as they can be found out: a missing hint never ends a server.
 */
export function printFirstSteps(configuration: ServerChoices, started: Started): void {
  try {
    for (const step of firstSteps(configuration, started)) notify(step);
  } catch {}
}

/** The address of the server, and how to get a key when there is none. */
function* firstSteps({ host, home }: ServerChoices, { port, release }: Started): Generator<string> {
  const address = addressOf(host, port);
  yield `Ratebook serves ${release.name} ${release.version} on ${address}; its documentation is ${address}/docs.`;
  if (hasWorkingKey(home)) return;
  yield "There is no key that works yet. Make one:";
  yield `  ${makingKey(home)}`;
}

function hasWorkingKey(home: string): boolean {
  const now = new Date();
  return keysAtAGlance(existingHome(home).keysFile).some((key) => keyStatus(key, now) === "active");
}

/** A command that can be pasted into another terminal in this folder. */
export function makingKey(home: string): string {
  const codes = states.map(({ code }) => code).join(",");
  return `${launcherFrom(process.cwd())} keys create --home ${quotedForShell(home)} --name me --states ${codes}`;
}
