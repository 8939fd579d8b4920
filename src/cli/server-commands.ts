import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { type Command, Option } from "commander";
import { Refusal } from "../core/text/refusal.ts";
import { databaseSetting, homeSetting, serverSettings } from "../serve/operations/configuration.ts";
import { type OperatorSetting, readPath, readWhole } from "../serve/operations/setting.ts";
import { example, jsonOption, lazily, optional, optionFor, placed, readSetting, required, toggle } from "./options.ts";

/** Not the home of servers: files of `start` are for trying, and may be deleted. */
const workSetting: OperatorSetting<string> = {
  flags: "--work <folder>",
  variable: "RATEBOOK_WORK",
  description: "the folder for everything that it writes: the compiled sample, the demo key",
  fallback: join(homedir(), ".ratebook", "sample"),
  fallbackText: "~/.ratebook/sample",
  read: readPath,
};

/** The server's port, which the variable PORT may set too. */
const startPortSetting: OperatorSetting<number | null> = {
  ...serverSettings.port,
  fallback: null,
  fallbackText: String(serverSettings.port.fallback),
};

const startHostSetting: OperatorSetting<string | null> = {
  ...serverSettings.host,
  fallback: null,
  fallbackText: String(serverSettings.host.fallback),
};

/** The commands that run a server, and those that look at one. */
export function addServer(program: Command): void {
  program
    .command("start")
    .description("serve the sample data on this machine, with a demo key and lookups to try")
    .addOption(optionFor(workSetting))
    .addOption(
      optional(
        "--home <folder>",
        "the folder that holds the keys, if you have one; it gets no demo key",
        readPath,
        "a folder of the demo key below that of --work",
      ),
    )
    .addOption(optionFor(startHostSetting))
    .addOption(optionFor(startPortSetting))
    .addHelpText("after", example("ratebook start --port 8081"))
    .action(lazily(async () => (await import("./commands/start.ts")).start));

  const serve = program.command("serve").description("answer requests over HTTP until stopped");
  for (const setting of Object.values(serverSettings)) serve.addOption(optionFor(setting));
  serve
    .addOption(toggle("--check", "open what a server opens, print what was found, and end with 1 if it cannot serve"))
    .addHelpText("after", example("ratebook serve --release rates.db --home /var/lib/ratebook --port 8080 --workers 4"))
    .action(lazily(async () => (await import("./commands/serve.ts")).serve));
  addConfig(program);

  program
    .command("reload")
    .description("make the running servers of a home reload their release")
    .addOption(optionFor(homeSetting))
    .addOption(jsonOption("print the outcome as JSON"))
    .addHelpText(
      "after",
      example("ratebook build data/2027 --out rates.db && ratebook reload --home /var/lib/ratebook"),
    )
    .action(lazily(async () => (await import("./commands/reload.ts")).reload));
}

/** With the options and variables of `serve`. They stay texts, so that a value is shown as it was written. */
function addConfig(program: Command): void {
  const command = program
    .command("config")
    .description("print every setting of a server, and whether it is from the command line, a variable or a default");
  for (const setting of Object.values<OperatorSetting<unknown>>(serverSettings)) {
    const option = new Option(setting.flags, setting.description).env(setting.variable).argParser((text) => {
      readSetting(setting, text);
      return text;
    });
    command.addOption(option);
  }
  command
    .addHelpText("after", example("ratebook config --port 8081"))
    .action(lazily(async () => (await import("./commands/config.ts")).config));
}

export function addBackup(program: Command): void {
  program
    .command("backup")
    .description("copy keys, usage, audit log, catalogue and releases of a home to a new folder; servers go on")
    .addOption(optionFor(homeSetting))
    .addOption(required("--out <folder>", "the folder to make; to restore it, copy it back as a home", readPath))
    .addHelpText("after", example("ratebook backup --home /var/lib/ratebook --out /var/backups/ratebook/2026-11-20"))
    .action(lazily(async () => (await import("./commands/backup.ts")).backup));
}

/** Twenty years of weekly releases. */
const KEEP_MAX = 1_000;

export function addDatabase(database: Command): void {
  database
    .command("init")
    .description("make the schema of the database, or bring it up to date; may be run again at any time")
    .addOption(optionFor(databaseSetting))
    .addOption(
      optional(
        "--roles <prefix>",
        "also make PREFIX_node, PREFIX_publisher and PREFIX_clerk, each with the rights that it needs and no others",
        readRolePrefix,
        "none: the role of the address is enough",
      ),
    )
    .addOption(toggle("--print", "print the SQL and run nothing"))
    .addHelpText("after", example("ratebook database init --database postgres://ratebook@db.example/ratebook"))
    .action(lazily(async () => (await import("./commands/database.ts")).init));
}

/** A name that needs no quotes in SQL. */
function readRolePrefix(text: string): string | Refusal {
  const expected = "a name of small letters, digits and _, up to 40 characters, such as ratebook";
  return /^[a-z_][a-z0-9_]{0,39}$/.test(text) ? text : new Refusal(expected);
}

/** The commands for the catalogue of releases, of a home or of a database. */
export function addReleases(releases: Command): void {
  const commands = () => import("./commands/releases.ts");

  placed(releases.command("push"))
    .description("put a release into the catalogue; what is not a sound release is refused before anything is sent")
    .argument("<file>", 'the release, made with "ratebook build"', (path: string) => resolve(path))
    .addOption(toggle("--activate", "have it served from now on"))
    .addOption(jsonOption("print the outcome as JSON"))
    .addHelpText(
      "after",
      example("ratebook releases push rates.db --activate --database postgres://db.example/ratebook"),
    )
    .action(lazily(async () => (await commands()).push));

  placed(releases.command("list"))
    .description("list the releases of the catalogue: which is active (*), and which nodes serve it")
    .addOption(jsonOption("print the releases, the nodes and the last activations as JSON"))
    .addHelpText("after", example("ratebook releases list --database postgres://db.example/ratebook"))
    .action(lazily(async () => (await commands()).list));

  placed(releases.command("activate"))
    .description("have a release served by all nodes; rolling back is activating the older one")
    .argument("<version>", "the version, or the first 6 or more characters of the hash where two have one version")
    .addOption(jsonOption("print the outcome as JSON"))
    .addHelpText("after", example("ratebook releases activate 2026.10 --database postgres://db.example/ratebook"))
    .action(lazily(async () => (await commands()).activate));

  placed(releases.command("prune"))
    .description("remove old releases from the catalogue, never the active one nor one that a node serves")
    .addOption(
      required("--keep <number>", "how many of the releases that were pushed last stay, besides those in use", (text) =>
        readWhole(text, 1, KEEP_MAX),
      ),
    )
    .addOption(jsonOption("print what was removed as JSON"))
    .addHelpText("after", example("ratebook releases prune --keep 5 --home /var/lib/ratebook"))
    .action(lazily(async () => (await commands()).prune));
}
