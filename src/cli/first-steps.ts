import { join, relative } from "node:path";
import { keyStatus } from "../keys/issue.ts";
import { KeyStore } from "../keys/key-store.ts";
import { addressOf } from "../operations/address.ts";
import type { ServerConfiguration } from "../operations/configuration.ts";
import { existingHome } from "../operations/home.ts";
import type { Started } from "../operations/service.ts";
import { states } from "../states/index.ts";

const LAUNCHER = join(import.meta.dirname, "..", "..", "bin", "ratebook");

/** What whoever starts a server on a terminal wants to know first: where it is, and how to get a key when there is none. */
export function firstSteps({ host, home }: ServerConfiguration, { port, release }: Started): readonly string[] {
  const address = addressOf(host, port);
  const where = `Ratebook serves ${release.name} ${release.version} on ${address}; its documentation is ${address}/docs.`;
  return hasWorkingKey(home) ? [where] : [where, "There is no key that works yet. Make one:", `  ${makingKey(home)}`];
}

function hasWorkingKey(home: string): boolean {
  const store = new KeyStore(existingHome(home).keysFile);
  try {
    const now = new Date();
    return store.list().some((key) => keyStatus(key, now) === "active");
  } finally {
    store.close();
  }
}

/** A command that works when it is pasted into another terminal in the same folder. */
function makingKey(home: string): string {
  const codes = states.map(({ code }) => code).join(",");
  return `${quotedForShell(launcherFrom(process.cwd()))} keys create --home ${quotedForShell(home)} --name me --states ${codes}`;
}

/** Such as `bin/ratebook` in the project's own folder, and the whole path elsewhere. */
function launcherFrom(folder: string): string {
  const path = relative(folder, LAUNCHER);
  return path.startsWith("..") ? LAUNCHER : path;
}

function quotedForShell(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
