import { Argument, type Command } from "commander";
import { example, jsonOption, lazily } from "./options.ts";

/** The commands about the program itself. */
export function addOthers(program: Command): void {
  program
    .command("version")
    .description("print the versions of the program, of its API and of the releases that it reads")
    .addOption(jsonOption("print them as JSON"))
    .action(lazily(async () => (await import("./commands/version.ts")).version));

  program
    .command("completion")
    .description("print the completion of commands and options for a shell")
    .addArgument(new Argument("<shell>", "bash, zsh or fish"))
    .addHelpText("after", example('eval "$(ratebook completion bash)"'))
    .action(lazily(async () => (await import("./commands/completion.ts")).completion));
}
