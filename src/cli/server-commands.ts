import { resolve } from "node:path";
import type { Command } from "commander";
import {
  databaseSetting,
  homeSetting,
  serverSettings,
  staleAfterSetting,
  timeZoneSetting,
} from "../serve/operations/configuration.ts";
import { type OperatorSetting, readWhole } from "../serve/operations/setting.ts";
import {
  example,
  jsonOption,
  lazily,
  localReleaseSetting,
  optionFor,
  startPortSetting,
  switchOption,
  workSetting,
} from "./options.ts";

/** The commands that run a server, and the one that looks whether one could run. */
export function addServer(program: Command): void {
  program
    .command("start")
    .description("serve the sample data on this machine, with a demo key and lookups to try")
    .addOption(optionFor(workSetting))
    .addOption(optionFor(startPortSetting))
    .addHelpText("after", example("ratebook start --port 8081"))
    .action(lazily(async () => (await import("./commands/start.ts")).start));

  const serve = program.command("serve").description("answer requests over HTTP until told to stop");
  for (const setting of Object.values(serverSettings)) serve.addOption(optionFor(setting));
  serve
    .addHelpText("after", example("ratebook serve --release rates.db --home /var/lib/ratebook --port 8080 --workers 4"))
    .action(lazily(async () => (await import("./commands/serve.ts")).serve));

  program
    .command("reload")
    .description("have the running servers of a home take up the release at their path anew")
    .addOption(optionFor(homeSetting))
    .addOption(jsonOption("print the outcome as JSON"))
    .addHelpText(
      "after",
      example("ratebook build data/2027 --out rates.db && ratebook reload --home /var/lib/ratebook"),
    )
    .action(lazily(async () => (await import("./commands/reload.ts")).reload));
  addDoctor(program);
}

/** Told the same as `serve`, and by the same variables, it looks at what that would find. */
function addDoctor(program: Command): void {
  const { home, host, port, workers } = serverSettings;
  const doctor = program
    .command("doctor")
    .description("look at everything that a server needs and say what to do; exits with 1 when it could not serve");
  const examined = [
    home,
    localReleaseSetting,
    databaseSetting,
    host,
    port,
    workers,
    timeZoneSetting,
    staleAfterSetting,
  ];
  for (const setting of examined) doctor.addOption(optionFor(setting));
  doctor
    .addOption(jsonOption("print the findings as JSON"))
    .addHelpText("after", example("ratebook doctor --home /var/lib/ratebook --release rates.db"))
    .action(lazily(async () => (await import("./commands/doctor.ts")).doctor));
}

/** More are not kept in practice; a release a week makes twenty years of them. */
const KEEP_MAX = 1_000;

const keepSetting: OperatorSetting<number> = {
  flags: "--keep <number>",
  variable: "RATEBOOK_RELEASES_KEEP",
  description: "how many of the releases that were pushed last stay, besides those in use",
  read: (text) => readWhole(text, 1, KEEP_MAX),
};

/** The commands about the catalogue of releases, of a home or of a database. */
export function addReleases(releases: Command): void {
  const commands = () => import("./commands/releases.ts");
  const about = (command: Command) => command.addOption(optionFor(homeSetting)).addOption(optionFor(databaseSetting));

  about(releases.command("push"))
    .description("put a release into the catalogue; what is not a sound release is refused before anything is sent")
    .argument("<file>", 'the release, made with "ratebook build"', (path: string) => resolve(path))
    .addOption(switchOption("--activate", "RATEBOOK_RELEASES_ACTIVATE", "have it served from now on"))
    .addOption(jsonOption("print the outcome as JSON"))
    .addHelpText(
      "after",
      example("ratebook releases push rates.db --activate --database postgres://db.example/ratebook"),
    )
    .action(lazily(async () => (await commands()).push));

  about(releases.command("list"))
    .description("list the releases of the catalogue: which is active (*), and which nodes serve it")
    .addOption(jsonOption("print the releases, the nodes and the last activations as JSON"))
    .addHelpText("after", example("ratebook releases list --database postgres://db.example/ratebook"))
    .action(lazily(async () => (await commands()).list));

  about(releases.command("activate"))
    .description("have a release served by all nodes; rolling back is activating the older one")
    .argument("<version>", "the version, or the first 6 or more characters of the hash where two have one version")
    .addOption(jsonOption("print the outcome as JSON"))
    .addHelpText("after", example("ratebook releases activate 2026.10 --database postgres://db.example/ratebook"))
    .action(lazily(async () => (await commands()).activate));

  about(releases.command("prune"))
    .description("remove old releases from the catalogue, never the active one nor one that a node serves")
    .addOption(optionFor(keepSetting))
    .addOption(jsonOption("print what was removed as JSON"))
    .addHelpText("after", example("ratebook releases prune --keep 5 --home /var/lib/ratebook"))
    .action(lazily(async () => (await commands()).prune));
}
