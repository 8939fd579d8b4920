import type { Command } from "commander";
import { ratebook } from "../../../src/cli/program.ts";
import { serverSettings } from "../../../src/serve/operations/configuration.ts";
import { FINISH_MILLISECONDS_MAX, NODE_CLOSING_MILLISECONDS_MAX } from "../../../src/serve/operations/port.ts";

const PROGRAM = await ratebook();

function commandsBelow(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(commandsBelow)];
}

/** Every variable that some command reads as an option, as the commands themselves declare them. */
export function knownVariables(): ReadonlySet<string> {
  const options = commandsBelow(PROGRAM).flatMap(({ options }) => options);
  return new Set(options.flatMap(({ envVar }) => (envVar === undefined ? [] : [envVar])));
}

/** Whether a value would be taken for a variable: by the option that it stands for, as the command line reads it. */
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

/** The workers' own ends (1 s and 2 s), and the last lines of the log (2 s). */
const ENDING_SECONDS = 5;

/** What a server takes to stop at most: its drain, requests under way, and everything that ends after them. */
export function stopSecondsMax(): number {
  const milliseconds = FINISH_MILLISECONDS_MAX + NODE_CLOSING_MILLISECONDS_MAX;
  return (serverSettings.drain.fallback as number) + milliseconds / 1_000 + ENDING_SECONDS;
}
