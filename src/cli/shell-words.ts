import { join, relative } from "node:path";

const LAUNCHER = join(import.meta.dirname, "..", "..", "bin", "ratebook");

/** Such as `bin/ratebook` in the project's own folder, and the whole path elsewhere; never a bare name, which a shell looks for on its PATH. */
export function launcherFrom(folder: string): string {
  const path = relative(folder, LAUNCHER);
  if (path.startsWith("..")) return LAUNCHER;
  return path.includes("/") ? path : `./${path}`;
}

/** A word of a command that can be pasted into a shell. */
export function quotedForShell(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
