// @ts-check
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/*
 * A server that npm has started ends with npm. npm passes SIGTERM to the shell that it has started, and a shell that stays between
 * (dash does) ends by it and passes it to no process; SIGKILL it cannot pass on at all. The server would go on, and hold its port.
 */

/** Half a second: nobody who stops a server waits for it longer than that without wondering. */
const LOOK_MILLISECONDS = 500;

/** Where Linux shows no npm, it was killed meanwhile; elsewhere it may only not be seen, and the parent alone is looked at. */
const WITHOUT_NPM = process.platform === "linux" ? [] : [process.ppid];

/** Between npm and the server are a shell and the launcher at most. */
const ANCESTORS_MAX = 4;

/** The variable by which a launcher that runs a program beside itself says which process it is. */
export const LAUNCHER_VARIABLE = "RATEBOOK_LAUNCHER";

/** What a server listens to beside signals (`src/serve/operations/supervision.ts`): to a second signal it would end at once. */
const STARTER_GONE = Symbol.for("ratebook.starter-gone");

/** Ends this process as a first signal does; a server that is already stopping goes on with it. */
export function stopThisProcess() {
  if (!process.emit(/** @type {any} */ (STARTER_GONE))) process.kill(process.pid, "SIGTERM");
}

/**
 * For what npm runs as a script: stops when the parent is gone, or npm above it.
 * @param {() => void} stop
 */
export function stopWithParent(stop) {
  // A launcher that runs this beside itself looks by itself, and a second signal would mean "at once".
  if (process.env[LAUNCHER_VARIABLE] === String(process.ppid)) return;
  stopWithout(ancestorsUpToNpm() ?? [process.ppid], stop);
}

/**
 * For the command: stops with npm if it was started by `npx ratebook`, and with a launcher that is nothing without it. A service
 * that was detached on purpose (nohup, setsid, a service manager) goes on without its parent.
 * @param {Readonly<Record<string, string | undefined>>} variables
 * @param {() => void} stop
 */
export function stopWithStarter(variables, stop) {
  if (isOfNpx(variables)) stopWithout(ancestorsUpToNpm() ?? WITHOUT_NPM, stop);
  else if (variables[LAUNCHER_VARIABLE] === String(process.ppid)) stopWithout([process.ppid], stop);
}

/**
 * Whether npx runs this command and nothing else: what a script of npm starts in turn inherits its variables.
 * @param {Readonly<Record<string, string | undefined>>} variables
 */
function isOfNpx({ npm_lifecycle_event: event, npm_lifecycle_script: script = "" }) {
  return event === "npx" && /^['"]?ratebook['"]?$/.test(script);
}

/**
 * @param {readonly number[]} ancestors
 * @param {() => void} stop
 */
function stopWithout(ancestors, stop) {
  const looking = setInterval(() => {
    if (areThere(ancestors)) return;
    clearInterval(looking);
    stop();
  }, LOOK_MILLISECONDS);
  looking.unref();
}

/** The process ids from the parent up to npm; null where there is no npm above it. */
function ancestorsUpToNpm() {
  const ancestors = [process.ppid];
  for (let pid = process.ppid; ancestors.length <= ANCESTORS_MAX; ancestors.push(pid)) {
    const seen = processOf(pid);
    if (seen === null) return null;
    if (isNpm(seen.command)) return ancestors;
    pid = seen.parent;
  }
  return null;
}

/**
 * A process whose parent has ended has another parent from then on, also while that one is a zombie that is still to be reaped.
 * @param {readonly number[]} ancestors
 */
function areThere(ancestors) {
  if (process.ppid !== ancestors[0]) return false;
  return ancestors.slice(1).every((pid, place) => {
    // Reading the parent of another process is a file on Linux; elsewhere it would take a program, twice a second.
    if (process.platform === "linux") return processOf(ancestors[place] ?? 0)?.parent === pid;
    return isAlive(pid);
  });
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}

/**
 * The parent and the command line of a process; null when it is gone or the system does not say.
 * @param {number} pid
 * @returns {{ parent: number, command: string } | null}
 */
function processOf(pid) {
  try {
    if (process.platform !== "linux") return processByPs(pid);
    // The name of a program stands in brackets and may hold anything: what follows the last one is the state and the parent.
    const status = readFileSync(`/proc/${pid}/stat`, "latin1");
    const [, parent = ""] = status.slice(status.lastIndexOf(")") + 2).split(" ");
    return { parent: Number(parent), command: readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ") };
  } catch {
    return null;
  }
}

/**
 * @param {number} pid
 * @returns {{ parent: number, command: string } | null}
 */
function processByPs(pid) {
  const { stdout } = spawnSync("ps", ["-o", "ppid=,command=", "-p", String(pid)], { encoding: "utf8" });
  const [, parent, command] = /^\s*([0-9]+)\s+(.*)/.exec(stdout ?? "") ?? [];
  return parent === undefined || command === undefined ? null : { parent: Number(parent), command };
}

/**
 * npm calls its process by what it does ("npm exec ratebook start"); before that it is a script of Node.
 * @param {string} command
 */
function isNpm(command) {
  return /^npm(?: |$)|[/\\](?:npm|npx)(?:-cli\.js)?(?: |$)/.test(command);
}
