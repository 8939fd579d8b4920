import { CommanderError } from "commander";
import { isOutside } from "../runtime/failure.ts";
import { tuneGarbageCollection } from "./garbage-collection.ts";
import { endQuietlyOnClosedPipe, tell } from "./output.ts";
import { ratebook } from "./program.ts";
import { type ExitCode, isWrongUsage } from "./usage.ts";

/** What an error means for whoever called: commander has printed its own already. */
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

/** Compose files leave variables empty to say "not set". */
function forgetEmptyVariables(): void {
  for (const [name, value] of Object.entries(process.env)) {
    if (name.startsWith("RATEBOOK_") && value === "") delete process.env[name];
  }
}

tuneGarbageCollection();
endQuietlyOnClosedPipe();
forgetEmptyVariables();
try {
  await ratebook().parseAsync();
} catch (error) {
  process.exitCode = exitCodeFor(error);
}
