import { resolve } from "node:path";
import type { Command } from "commander";
import { coverage } from "../answers/coverage.ts";
import { staleAfterSetting, timeZoneSetting } from "../serve/operations/configuration.ts";
import { readPath } from "../serve/operations/setting.ts";
import { AS_THE_API, example, jsonOption, lazily, optional, optionFor, readDay, required, toggle } from "./options.ts";

/** The commands for datasets and their releases. */
export function addDataset(program: Command): void {
  program
    .command("init")
    .description("make an empty dataset")
    .argument("<dataset>", "the folder to make; one that is there must be empty", (path: string) => resolve(path))
    .addOption(required("--states <codes>", "the states that it holds, such as ca,fl"))
    .addOption(jsonOption("print what was made as JSON"))
    .addHelpText("after", example("ratebook init my-dataset --states ca"))
    .action(lazily(async () => (await import("./commands/dataset.ts")).init));

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
    .addOption(
      required("--out <file>", "the release to write; it appears under this name only when it is complete", readPath),
    )
    .addOption(jsonOption("print what was built as JSON"))
    .addHelpText("after", example("ratebook build data/sample --out rates.db"))
    .action(lazily(async () => (await import("./commands/dataset.ts")).build));

  program
    .command("verify")
    .description("verify that a release is as it was built; exits with 1 when it is not")
    .argument("<file>", "the release")
    .addOption(jsonOption("print the findings as JSON"))
    .addHelpText("after", example("ratebook verify rates.db"))
    .action(lazily(async () => (await import("./commands/dataset.ts")).verify));

  program
    .command(coverage.name)
    .description(coverage.command.description)
    .argument("<file>", "the release")
    .addOption(optional("--date <day>", "the day to report on, as YYYY-MM-DD", readDay, "today"))
    .addOption(optionFor(timeZoneSetting))
    .addOption(optionFor(staleAfterSetting))
    .addOption(jsonOption(AS_THE_API))
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
    .addOption(
      optional(
        "--into <dataset>",
        "the dataset that takes the edition; a folder that is not there yet is made",
        readPath,
      ),
    )
    .addOption(
      optional(
        "--as-of <day>",
        "the day from which the edition holds, as YYYY-MM-DD",
        readDay,
        "from the file, or its name",
      ),
    )
    .addOption(optional("--map <file>", "a mapping file, which says where the columns are; see --template", readPath))
    .addOption(optional("--changes <file>", "a CSV to write with every cell that changes", readPath))
    .addOption(
      toggle(
        "--accept-shrink",
        "take an edition that takes away more than a fifth of its publication's rows in force in a table",
      ),
    )
    .addOption(toggle("--dry-run", "show what would change and write nothing"))
    .addOption(
      toggle(
        "--list",
        "list publications (of a state, federal or medicare), the tables they bring, and where to get them",
      ),
    )
    .addOption(
      optional("--template <publication or table>", "print a mapping file with the headings that are expected"),
    )
    .addOption(jsonOption("print the report, or the list, as JSON"))
    .addHelpText("after", example("ratebook import ca/medi-cal-rates rates.zip --into my-dataset --dry-run"))
    .action(lazily(async () => (await import("./commands/import.ts")).importPublication));
}
