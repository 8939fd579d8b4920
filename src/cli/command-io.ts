import { AsyncLocalStorage } from "node:async_hooks";
import type { Readable, Writable } from "node:stream";
import { quoted, type Refusal } from "../core/text/refusal.ts";
import { tableLines } from "../core/text/terminal.ts";

/** The streams and variables that a command works with. A process has them under these names. */
export interface CommandIo {
  readonly stdin: Readable;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: NodeJS.ProcessEnv;
}

type Output = Writable & { readonly isTTY?: boolean };

interface RunningCommand {
  /** The object itself, not a copy: reading `stdin` of a process opens it, and few commands need it. */
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

/** Runs a command and returns its exit code. Concurrent commands do not share streams or variables. */
export async function asCommand(argv: readonly string[], io: CommandIo, work: () => Promise<void>): Promise<ExitCode> {
  const running: RunningCommand = { io, argv, exitCode: 0 };
  await current.run(running, work);
  return running.exitCode;
}

export function endWith(exitCode: ExitCode): void {
  const running = current.getStore();
  if (running !== undefined) running.exitCode = exitCode;
}

/*
 * The only place that writes to the terminal. Answers go to standard output, everything else to standard error, so that a pipe carries only
 * answers.
 */

export function print(text: string): void {
  commandIo().stdout.write(`${text}\n`);
}

/** Prints bytes as they are; resolves when the reader accepts more. */
export function printBytes(bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    commandIo().stdout.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}

export function printJson(value: unknown): void {
  print(JSON.stringify(value));
}

/** A long answer in pieces; each is written before the next is made. */
export function printPieces(pieces: Iterable<string>): void {
  const { stdout } = commandIo();
  for (const piece of pieces) stdout.write(piece);
}

export function notify(text: string): void {
  commandIo().stderr.write(`${text}\n`);
}

export function printTable(header: readonly string[], rows: readonly (readonly string[])[]): void {
  for (const line of tableLines(header, rows)) print(line);
}

/** A reader that stops early (`ratebook keys list | head -1`) is no error. */
export function endQuietlyOnClosedPipe(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    notify(`error: The answer cannot be written to standard output (${error.message}). Fix the cause and try again.`);
    process.exit(1);
  });
  // Standard error is best effort: if it cannot be written, the work goes on.
  process.stderr.on("error", () => {});
}

/**
 * 0: done; 1: the work failed; 2: wrong usage; 3: done, with some rejected lines. A program must distinguish that from a file that was not
 * priced.
 */
export type ExitCode = 0 | 1 | 2 | typeof FAULTY_LINES;

export const FAULTY_LINES = 3;

const WRONG_USAGE = "WrongUsage";

/** The command line names something that does not exist. */
export function wrongUsage(message: string): Error {
  const error = new Error(message);
  error.name = WRONG_USAGE;
  return error;
}

export function refusedOption(option: string, value: string, { expected }: Refusal): Error {
  return wrongUsage(`${option} ${quoted(value)} is not valid: expected ${expected}.`);
}

export function isWrongUsage(error: unknown): error is Error {
  return error instanceof Error && error.name === WRONG_USAGE;
}
