import { Command } from "commander";
import { programVersion } from "../files/installation.ts";
import { commandIo } from "./command-io.ts";
import { addDataset } from "./dataset-commands.ts";
import { addAudit, addKeys, addUsage } from "./key-commands.ts";
import { addLookups, addMcp } from "./lookup-commands.ts";
import { addReleases } from "./release-commands.ts";
import { addDiff, addReprice, addWork } from "./reprice-commands.ts";
import { addServer } from "./server-commands.ts";

/** The commands as help shows them. What a command does is loaded when it runs, so that each starts fast. */
export function ratebook(): Command {
  const program = new Command("ratebook")
    .description("What a state's Medicaid program pays, with the calculation behind it.")
    .version(programVersion())
    // A misspelt option is quoted with its value, and an argument too many as it is.
    .configureOutput({
      writeOut: (text) => commandIo().stdout.write(text),
      writeErr: (text) => commandIo().stderr.write(text),
      outputError: (text, write) => write(withoutPasswords(text)),
    })
    .showHelpAfterError("Add --help to see how the command is used.")
    .exitOverride();
  addServer(program);
  addDataset(program);
  addKeys(program.command("keys").description("make, list, revoke, rotate, export and import API keys"));
  addReleases(
    program.command("releases").description("keep the releases that nodes serve, and say which one they serve"),
  );
  addUsage(program);
  addAudit(program.command("audit").description("show and prove the log of what was done to keys and servers"));
  addLookups(program);
  addReprice(program);
  addWork(program);
  addDiff(program);
  addMcp(program);
  return program;
}

/** Addresses without user and password, wherever in a line they end. */
function withoutPasswords(text: string): string {
  return text.replace(/:\/\/.*@/g, "://...@");
}
