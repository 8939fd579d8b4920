import { AsyncLocalStorage } from "node:async_hooks";
import type { Readable, Writable } from "node:stream";
import type { ExitCode } from "./usage.ts";

/** The streams, variables and words that a command works with. */
export interface CommandIo {
  readonly stdin: Readable;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: NodeJS.ProcessEnv;
  /** The command line without the program's name. */
  readonly argv: readonly string[];
}

type Output = Writable & { readonly isTTY?: boolean };

interface RunningCommand extends CommandIo {
  exitCode: ExitCode;
}

const current = new AsyncLocalStorage<RunningCommand>();

/** Streams and variables of the running command; outside of one (threads, scripts) those of the process. */
export function commandIo(): CommandIo {
  return current.getStore() ?? processIo();
}

/** Does the work of a command with these and returns its exit code. Commands that run at the same time keep theirs apart. */
export async function withCommandIo(io: CommandIo, work: () => Promise<void>): Promise<ExitCode> {
  const running: RunningCommand = { ...io, exitCode: 0 };
  await current.run(running, work);
  return running.exitCode;
}

/** Sets the exit code of the running command. */
export function endWith(exitCode: ExitCode): void {
  const running = current.getStore();
  if (running !== undefined) running.exitCode = exitCode;
}

function processIo(): CommandIo {
  const { stdin, stdout, stderr, env, argv } = process;
  return { stdin, stdout, stderr, env, argv: argv.slice(2) };
}
