import type { Command } from "commander";
import { ratebook } from "../../../src/cli/program.ts";

const PROGRAM = await ratebook();

function commandsBelow(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(commandsBelow)];
}

/** Whether a command reads the variable, and takes the value as its option does. */
export function takes(variable: string, value: string): boolean {
  const option = commandsBelow(PROGRAM)
    .flatMap(({ options }) => options)
    .find(({ envVar }) => envVar === variable);
  try {
    option?.parseArg?.(value, undefined);
    return option !== undefined;
  } catch {
    return false;
  }
}

/** Whether the words after `ratebook` name a command. */
export function isCommand(words: readonly string[]): boolean {
  const [name, ...rest] = words;
  const found = PROGRAM.commands.find((command) => command.name() === name);
  return found !== undefined && (rest.length === 0 || found.commands.length === 0 || isBelow(found, rest[0]));
}

function isBelow(command: Command, name: string | undefined): boolean {
  return command.commands.some((each) => each.name() === name);
}
