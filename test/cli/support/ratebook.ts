import { execFile } from "node:child_process";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { run as runCommand } from "../../../src/cli/program.ts";
import { RunningServer } from "../../serve/operations/support/running-server.ts";
import { installedFolder } from "../../support/suite/installed.ts";

export const ROOT = join(import.meta.dirname, "..", "..", "..");
export const RATEBOOK = join(installedFolder(), "bin", "ratebook");
export const SAMPLE = join(ROOT, "data", "sample");

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

type Variables = Readonly<Record<string, string>>;

/** Commands that take their process over: they handle its signals and mistakes, and log to its file descriptors. */
const TAKE_OVER = ["serve", "start", "work", "mcp"];

/** Runs a command in this process, as `bin/ratebook` does in one of its own, and returns how it ended. */
export async function ratebook(
  args: readonly string[],
  variables: Variables = {},
  input: string | Buffer = "",
): Promise<Ended> {
  return await (TAKE_OVER.includes(args[0] ?? "") ? launched(args, variables) : runHere(args, variables, input));
}

/** Runs a command in this process that would take its process over, and is refused before it does. */
export async function refused(args: readonly string[], variables: Variables = {}): Promise<Ended> {
  return await runHere(args, variables, "");
}

async function runHere(args: readonly string[], variables: Variables, input: string | Buffer): Promise<Ended> {
  const [stdout, stderr] = [new Written(), new Written()];
  const env = { ...process.env, ...variables };
  const code = await runCommand(args, { stdin: Readable.from([Buffer.from(input)]), stdout, stderr, env });
  return { code, stdout: stdout.text, stderr: stderr.text };
}

/** Runs the installed command as a process: for signals, pipes, limits of the process and the launcher itself. */
export function launched(args: readonly string[], variables: Variables = {}): Promise<Ended> {
  return run(RATEBOOK, args, variables);
}

export function run(command: string, args: readonly string[], variables: Variables = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { env: { ...process.env, ...variables }, maxBuffer: 64 * 1024 * 1024 };
    const child = execFile(command, args, options, (_error, stdout, stderr) => {
      resolve({ code: child.exitCode, stdout, stderr });
    });
  });
}

/** Keeps everything that is written to it. */
class Written extends Writable {
  readonly #pieces: Buffer[] = [];

  override _write(piece: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#pieces.push(piece);
    done();
  }

  get text(): string {
    return Buffer.concat(this.#pieces).toString();
  }
}

/** Makes a key; what is printed last on standard output is the key as JSON. */
export async function createKey(
  home: string,
  ...options: string[]
): Promise<{ readonly id: string; readonly key: string }> {
  const place = options.includes("--database") ? [] : ["--home", home];
  const command = ["keys", "create", ...place, "--name", "test", "--states", "ca", "--json", ...options];
  const { stdout } = await ratebook(command);
  return JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "") as { readonly id: string; readonly key: string };
}

export function serve(release: string, home: string, ...options: string[]): RunningServer {
  const command = ["serve", "--release", release, "--home", home, "--port", "0", ...options];
  return new RunningServer(RATEBOOK, command, {});
}
