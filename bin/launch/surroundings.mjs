// @ts-check
import { posix, win32 } from "node:path";

/* What Ratebook is started with: flags of Node and variables. Pure functions, for every platform. */

/** Flags of Node for the command. `bin/ratebook` has them too. */
export const RATEBOOK_FLAGS = [
  // A small young generation: half the memory of a busy server, at the same speed.
  "--max-semi-space-size=8",
  // SIGUSR1 reopens a log file, and starts Node's debugger until a listener is there. The debugger cannot listen on this address:
  // RFC 5737 reserves it for documentation. `--disable-sigusr1` would block the signal, so that no listener gets it (Node 24.21).
  "--inspect-port=192.0.2.1:9229",
];

/**
 * What a program is started with besides the variables that are there; what somebody has set stays.
 * @param {Readonly<Record<string, string | undefined>>} set
 * @param {string} compiled the folder for compiled code
 * @returns {Record<string, string>}
 */
export function variablesOf(set, compiled) {
  return {
    // Type stripping and compiling are paid once, not at every start.
    NODE_COMPILE_CACHE: set.NODE_COMPILE_CACHE || compiled,
    // One arena for all threads: glibc otherwise keeps a heap per thread, some 60 MB of freed memory in a busy server.
    MALLOC_ARENA_MAX: set.MALLOC_ARENA_MAX || "1",
  };
}

/**
 * Whether a process was started with them already.
 * @param {readonly string[]} flags
 * @param {readonly string[]} given `process.execArgv`
 * @param {Readonly<Record<string, string>>} variables
 * @param {Readonly<Record<string, string | undefined>>} set
 */
export function isPrepared(flags, given, variables, set) {
  return (
    flags.every((flag) => given.includes(flag)) &&
    Object.entries(variables).every(([name, value]) => set[name] === value)
  );
}

/**
 * Where an installed package keeps compiled code: among the user's caches, since its own folder may belong to somebody else, and
 * never where others could put code. Where it cannot be written, Node goes on without it.
 * @param {string} platform
 * @param {Readonly<Record<string, string | undefined>>} set
 * @param {string} home
 */
export function userCache(platform, set, home) {
  if (platform === "win32")
    return win32.join(set.LOCALAPPDATA || win32.join(home, "AppData", "Local"), "ratebook", "compiled");
  if (platform === "darwin") return posix.join(home, "Library", "Caches", "ratebook", "compiled");
  return posix.join(set.XDG_CACHE_HOME || posix.join(home, ".cache"), "ratebook", "compiled");
}
