import { resolve } from "node:path";
import type { Command } from "commander";
import { databaseSetting, homeSetting } from "../operations/configuration.ts";
import { type OperatorSetting, readWhole } from "../operations/setting.ts";
import { example, lazily } from "./command-parts.ts";
import { jsonOption, optionFor, switchOption } from "./options.ts";

/** Nobody keeps more; a release a week makes twenty years of them. */
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
