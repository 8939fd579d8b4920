import type { Argument, Command } from "commander";
import { states } from "../../states/index.ts";
import { type ExitCode, print, wrongUsage } from "../command-io.ts";
import { SETTING_ARGUMENT, STATE_ARGUMENT } from "../options.ts";

/* Completion of the shell, from the declarations of the commands: a new command or option is completed without another line. */

/** What can follow a command: `keys create` is the path of a command below another. */
interface Place {
  readonly path: string;
  readonly words: readonly Word[];
}

interface Word {
  readonly text: string;
  readonly description: string;
}

const SHELLS: ReadonlyMap<string, (places: readonly Place[]) => string> = new Map([
  ["bash", bashScript],
  // zsh runs completions of bash.
  ["zsh", (places) => `autoload -U +X bashcompinit && bashcompinit\n${bashScript(places)}`],
  ["fish", fishScript],
]);

const SHELL_NAMES = [...SHELLS.keys()];

/** `ratebook completion bash`: the text that a shell reads when it starts. */
export function completion(shell: string, _: unknown, command: Command): ExitCode {
  const script = SHELLS.get(shell);
  if (script === undefined) throw wrongUsage(`"${shell}" is not a shell known here: write ${SHELL_NAMES.join(", ")}.`);
  let program = command;
  while (program.parent !== null) program = program.parent;
  print(script(placesFrom(program, [])));
  return 0;
}

function placesFrom(command: Command, path: readonly string[]): readonly Place[] {
  const shown = command.commands.filter((each) => each.name() !== "help");
  const words = [
    ...shown.map((each) => ({ text: each.name(), description: each.description() })),
    ...command.registeredArguments.flatMap(valuesOf),
    ...command.options.flatMap((option) =>
      option.long == null || option.hidden ? [] : { text: option.long, description: option.description },
    ),
    { text: "--help", description: "show how the command is used" },
  ];
  return [{ path: path.join(" "), words }, ...shown.flatMap((each) => placesFrom(each, [...path, each.name()]))];
}

/** States and settings are few, and shells can offer them. Everything else is a file or a text of the user. */
function valuesOf(argument: Argument): readonly Word[] {
  const isNamed = ([flags]: readonly [string, string]) => flags === `<${argument.name()}>`;
  if (isNamed(STATE_ARGUMENT)) return states.map(({ code, name }) => ({ text: code, description: name }));
  if (!isNamed(SETTING_ARGUMENT)) return [];
  const settings = new Set(states.flatMap(({ lookups }) => lookups.map(({ setting }) => setting)));
  return [...settings].map((text) => ({ text, description: "setting" }));
}

/** Words of the deepest command that the line has so far; files besides, as before (`-o default`). */
function bashScript(places: readonly Place[]): string {
  const cases = places.map(
    ({ path, words }) =>
      `    ${JSON.stringify(path)}) words=${JSON.stringify(words.map(({ text }) => text).join(" "))} ;;`,
  );
  return `_ratebook() {
  local words="" path="" known word current="\${COMP_WORDS[COMP_CWORD]}"
  known=${JSON.stringify(`|${places.map(({ path }) => path).join("|")}|`)}
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$known" in *"|\${path:+$path }$word|"*) path="\${path:+$path }$word" ;; esac
  done
  case "$path" in
${cases.join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _ratebook ratebook`;
}

function fishScript(places: readonly Place[]): string {
  const lines = places.flatMap(({ path, words }) => {
    const parts = path === "" ? [] : path.split(" ");
    const condition =
      path === "" ? "__fish_use_subcommand" : parts.map((part) => `__fish_seen_subcommand_from ${part}`).join("; and ");
    return words.map(({ text, description }) => {
      const word = text.startsWith("--") ? `-l ${text.slice(2)}` : `-a ${text}`;
      return `complete -c ratebook -n ${fishQuoted(condition)} ${word} -d ${fishQuoted(description)}`;
    });
  });
  return lines.join("\n");
}

function fishQuoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
