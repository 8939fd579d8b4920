import { execFile } from "node:child_process";
import { join } from "node:path";
import { RunningServer } from "../../operations/support/running-server.ts";
import { installedFolder } from "../../support/suite/installed.ts";

export const ROOT = join(import.meta.dirname, "..", "..", "..");
export const RATEBOOK = join(installedFolder(), "bin", "ratebook");
export const SAMPLE = join(ROOT, "data", "sample");

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command as a user does and tells how it ended. */
export function ratebook(args: readonly string[], variables: Readonly<Record<string, string>> = {}): Promise<Ended> {
  return run(RATEBOOK, args, variables);
}

export function run(
  command: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { env: { ...process.env, ...variables }, maxBuffer: 64 * 1024 * 1024 };
    const child = execFile(command, args, options, (_error, stdout, stderr) => {
      resolve({ code: child.exitCode, stdout, stderr });
    });
  });
}

/** Makes a key; what is printed last on standard output is the key as JSON. */
export async function createKey(
  home: string,
  ...options: string[]
): Promise<{ readonly id: string; readonly key: string }> {
  const command = ["keys", "create", "--home", home, "--name", "test", "--states", "ca", "--json", ...options];
  const { stdout } = await ratebook(command);
  return JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "") as { readonly id: string; readonly key: string };
}

export function serve(release: string, home: string, ...options: string[]): RunningServer {
  const command = ["serve", "--release", release, "--home", home, "--port", "0", ...options];
  return new RunningServer(RATEBOOK, command, {});
}
