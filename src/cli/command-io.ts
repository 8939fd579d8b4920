import { AsyncLocalStorage } from "node:async_hooks";
import type { Readable, Writable } from "node:stream";
import type { ExitCode } from "./usage.ts";

/** The streams and variables that a command works with. A process has them under these names. */
export interface CommandIo {
  readonly stdin: Readable;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: NodeJS.ProcessEnv;
}

type Output = Writable & { readonly isTTY?: boolean };

interface RunningCommand {
  /** As it was given, not a copy: standard input of a process is opened by looking at it, and few commands read it. */
  readonly io: CommandIo;
  /** The command line without the program's name. */
  readonly argv: readonly string[];
  exitCode: ExitCode;
}

const current = new AsyncLocalStorage<RunningCommand>();

/** Streams and variables of the running command; outside of one (threads, scripts) those of the process. */
export function commandIo(): CommandIo {
  return current.getStore()?.io ?? process;
}

/** The command line of the running command without the program's name. */
export function commandLine(): readonly string[] {
  return current.getStore()?.argv ?? process.argv.slice(2);
}

/** Does the work of a command and returns its exit code. Commands that run at the same time are kept apart. */
export async function asCommand(argv: readonly string[], io: CommandIo, work: () => Promise<void>): Promise<ExitCode> {
  const running: RunningCommand = { io, argv, exitCode: 0 };
  await current.run(running, work);
  return running.exitCode;
}

/** Sets the exit code of the running command. */
export function endWith(exitCode: ExitCode): void {
  const running = current.getStore();
  if (running !== undefined) running.exitCode = exitCode;
}
