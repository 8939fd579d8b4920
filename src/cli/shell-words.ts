import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { INSTALLATION } from "../core/files/installation.ts";

const FOLDER = join(INSTALLATION, "bin");
/** In a clone, for a POSIX shell. */
const LAUNCHER = join(FOLDER, "ratebook");
/** Everywhere. */
const PORTABLE_LAUNCHER = join(FOLDER, "ratebook.mjs");

/**
 * The beginning of a command that can be pasted into a shell: such as `bin/ratebook` in the project's folder, and the whole path elsewhere;
 * never a bare name, which a shell searches on its PATH. Without a POSIX shell, and in an installed package, Node runs it.
 */
export function launcherFrom(folder: string): string {
  if (process.platform === "win32") return `node "${PORTABLE_LAUNCHER}"`;
  if (!existsSync(LAUNCHER)) return `node ${quotedForShell(PORTABLE_LAUNCHER)}`;
  const path = relative(folder, LAUNCHER);
  if (path.startsWith("..")) return quotedForShell(LAUNCHER);
  return quotedForShell(path.includes("/") ? path : `./${path}`);
}

export function quotedForShell(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
