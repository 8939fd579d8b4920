import { CommanderError } from "commander";
import { isOutside } from "../runtime/failure.ts";
import { asCommand, type CommandIo, endWith } from "./command-io.ts";
import { tell } from "./output.ts";
import { ratebook } from "./program.ts";
import { type ExitCode, isWrongUsage } from "./usage.ts";

/**
 * Runs one command to its end and returns its exit code. The exit code, streams and variables of the process stay as they are.
 * Relative paths start from the folder of the process: it has only one.
 */
export async function run(argv: readonly string[], io: CommandIo): Promise<ExitCode> {
  return await asCommand(argv, io, async () => {
    try {
      await withVariables(io.env, () => ratebook().parseAsync([...argv], { from: "user" }));
    } catch (error) {
      endWith(exitCodeFor(error));
    }
  });
}

/**
 * Commander takes variables from the process, and only while it parses, which it does before it waits for anything. So the variables of
 * the process are exchanged for that moment, which no other code of the process sees.
 */
function withVariables<Result>(env: NodeJS.ProcessEnv, parse: () => Result): Result {
  const ofProcess = process.env;
  process.env = env;
  try {
    return parse();
  } finally {
    process.env = ofProcess;
  }
}

/** The exit code for an error. Commander has printed its own errors already. */
function exitCodeFor(error: unknown): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (isWrongUsage(error)) {
    tell(`error: ${error.message}`);
    return 2;
  }
  tell(`error: ${isOutside(error) ? error.message : mistake(error)}`);
  return 1;
}

/** Our own mistakes keep their stack: it is what a report needs. */
function mistake(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
