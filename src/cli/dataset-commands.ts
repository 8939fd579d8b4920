import { resolve } from "node:path";
import type { Command } from "commander";
import { coverage } from "../answers/coverage.ts";
import { staleAfterSetting, timeZoneSetting } from "../serve/operations/configuration.ts";
import {
  asOfSetting,
  changesSetting,
  dateSetting,
  example,
  initStatesSetting,
  intoSetting,
  jsonOption,
  lazily,
  mapSetting,
  optionFor,
  outSetting,
  switchOption,
  templateSetting,
} from "./options.ts";

/** The commands about datasets and the releases that are made of them. */
export function addDataset(program: Command): void {
  program
    .command("init")
    .description("make an empty dataset")
    .argument("<dataset>", "the folder to make; one that is there must be empty", (path: string) => resolve(path))
    .addOption(optionFor(initStatesSetting))
    .addOption(jsonOption("print what was made as JSON"))
    .addHelpText("after", example("ratebook init my-dataset --states ca"))
    .action(lazily(async () => (await import("./commands/init.ts")).init));

  program
    .command("status")
    .description(
      "show what a dataset has and needs: settings, publications, where they are published and how old they are",
    )
    .argument("<dataset>", "the folder with dataset.json")
    .addOption(jsonOption("print it as JSON"))
    .addHelpText("after", example("ratebook status my-dataset"))
    .action(lazily(async () => (await import("./commands/status.ts")).status));

  program
    .command("check")
    .description("report every fault of a dataset")
    .argument("<dataset>", "the folder with dataset.json")
    .addOption(jsonOption("print the faults as JSON"))
    .addHelpText("after", example("ratebook check data/sample"))
    .action(lazily(async () => (await import("./commands/dataset.ts")).check));

  program
    .command("build")
    .description("compile a dataset to a release")
    .argument("<dataset>", "the folder with dataset.json")
    .addOption(optionFor(outSetting))
    .addOption(jsonOption("print what was built as JSON"))
    .addHelpText("after", example("ratebook build data/sample --out rates.db"))
    .action(lazily(async () => (await import("./commands/dataset.ts")).build));

  program
    .command("verify")
    .description("prove that a release is as it was built; exits with 1 when it is not")
    .argument("<file>", "the release")
    .addOption(jsonOption("print the findings as JSON"))
    .addHelpText("after", example("ratebook verify rates.db"))
    .action(lazily(async () => (await import("./commands/verify.ts")).verify));

  program
    .command(coverage.name)
    .description(coverage.command.description)
    .argument("<file>", "the release")
    .addOption(optionFor(dateSetting))
    .addOption(optionFor(timeZoneSetting))
    .addOption(optionFor(staleAfterSetting))
    .addOption(jsonOption("print the answer as the API does"))
    .addHelpText("after", example(coverage.command.example))
    .action(lazily(async () => (await import("./commands/answer.ts")).releaseCommand(coverage.name)));

  program
    .command("import")
    .description("take an edition of a publication, or any tidy file of a table, into a dataset")
    .argument(
      "[publication]",
      "what it is, such as ca/medi-cal-rates, or the table, such as ga/lab_rates; see --list. After --list, the state to list",
    )
    .argument("[file]", "the file as it was downloaded, ZIP included")
    .addOption(optionFor(intoSetting))
    .addOption(optionFor(asOfSetting))
    .addOption(optionFor(mapSetting))
    .addOption(optionFor(changesSetting))
    .addOption(
      switchOption(
        "--accept-shrink",
        "RATEBOOK_ACCEPT_SHRINK",
        "take an edition that takes away more than a fifth of its publication's rows in force in a table",
      ),
    )
    .addOption(switchOption("--dry-run", "RATEBOOK_DRY_RUN", "tell what would change and write nothing"))
    .addOption(
      switchOption(
        "--list",
        "RATEBOOK_LIST",
        "list each table of a state, or of all, with the publications that bring it",
      ),
    )
    .addOption(optionFor(templateSetting))
    .addOption(jsonOption("print the report, or the list, as JSON"))
    .addHelpText("after", example("ratebook import ca/medi-cal-rates rates.zip --into my-dataset --dry-run"))
    .action(lazily(async () => (await import("./commands/import.ts")).importPublication));
}
