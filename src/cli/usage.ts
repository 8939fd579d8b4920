import { quoted, type Refusal } from "../text/refusal.ts";

/**
 * 0: done; 1: the work failed; 2: the command was not understood; 3: a stream was answered to its end, and some of its lines were
 * faulty. Whoever runs filters must tell that from one that broke off.
 */
export type ExitCode = 0 | 1 | 2 | typeof FAULTY_LINES;

export const FAULTY_LINES = 3;

const NAME = "WrongUsage";

/** The command line asks for something that there is not. */
export function wrongUsage(message: string): Error {
  const error = new Error(message);
  error.name = NAME;
  return error;
}

export function refusedOption(option: string, value: string, { expected }: Refusal): Error {
  return wrongUsage(`${option} ${quoted(value)} is not valid: expected ${expected}.`);
}

export function isWrongUsage(error: unknown): error is Error {
  return error instanceof Error && error.name === NAME;
}
