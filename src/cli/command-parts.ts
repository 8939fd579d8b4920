import { endWith } from "./command-io.ts";
import type { ExitCode } from "./usage.ts";

/* What all commands are declared with. */

/** The example at the end of a command's help. */
export function example(line: string): string {
  return `\nExample:\n  $ ${line}\n\nEvery option may be given as a variable; see "env" above.`;
}

/** Loads a command when it is called for, and ends with its exit code. */
export function lazily<Given extends unknown[]>(
  load: () => Promise<(...given: Given) => ExitCode | Promise<ExitCode>>,
) {
  return async (...given: Given): Promise<void> => {
    const command = await load();
    endWith(await command(...given));
  };
}
