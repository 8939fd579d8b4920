import { resolve } from "node:path";
import type { Command } from "commander";
import { type Day, parseIsoDay } from "../core/calendar/day.ts";
import { Refusal } from "../core/text/refusal.ts";
import { USAGE_GROUPINGS, type UsageGrouping } from "../keys/usage/usage-store.ts";
import { databaseSetting, homeSetting } from "../serve/operations/configuration.ts";
import { type OperatorSetting, readChoice } from "../serve/operations/setting.ts";
import {
  example,
  expectedHashSetting,
  jsonOption,
  keyExpiresSetting,
  keyNameSetting,
  keyRateSetting,
  keyStatesSetting,
  keysOutSetting,
  lazily,
  optionFor,
  overlapSetting,
  switchOption,
} from "./options.ts";

/** The commands about the keys of a home or a database. */
export function addKeys(keys: Command): void {
  const commands = () => import("./commands/keys.ts");
  keys
    .command("create")
    .description("make a key; it is shown once")
    .addOption(optionFor(homeSetting))
    .addOption(optionFor(databaseSetting))
    .addOption(optionFor(keyNameSetting))
    .addOption(optionFor(keyStatesSetting))
    .addOption(optionFor(keyExpiresSetting))
    .addOption(optionFor(keyRateSetting))
    .addOption(jsonOption("print the key as JSON"))
    .addHelpText("after", example('ratebook keys create --name "Mercy billing" --states ca --expires 90d'))
    .action(lazily(async () => (await commands()).create));

  keys
    .command("list")
    .description("list the keys of a home or a database")
    .addOption(optionFor(homeSetting))
    .addOption(optionFor(databaseSetting))
    .addOption(jsonOption("print the keys as JSON"))
    .addHelpText("after", example("ratebook keys list --home /var/lib/ratebook"))
    .action(lazily(async () => (await commands()).list));

  keys
    .command("revoke")
    .description("end a key at once; running servers notice within a second, nodes of a database within two")
    .argument("<id>", 'the ID that "keys list" shows')
    .addOption(optionFor(homeSetting))
    .addOption(optionFor(databaseSetting))
    .addOption(jsonOption("print the outcome as JSON"))
    .addHelpText("after", example("ratebook keys revoke key_4dYq0cXr7TbM"))
    .action(lazily(async () => (await commands()).revoke));

  keys
    .command("rotate")
    .description("make a key with the same scope in place of another, which goes on working for a while")
    .argument("<id>", 'the ID that "keys list" shows')
    .addOption(optionFor(homeSetting))
    .addOption(optionFor(databaseSetting))
    .addOption(optionFor(overlapSetting))
    .addOption(jsonOption("print the new key as JSON"))
    .addHelpText("after", example("ratebook keys rotate key_4dYq0cXr7TbM --overlap 24h"))
    .action(lazily(async () => (await commands()).rotate));

  const transfers = () => import("./commands/keys.ts");
  keys
    .command("export")
    .description("write all keys to a file, as a backup or for another home or database; safe while servers run")
    .addOption(optionFor(homeSetting))
    .addOption(optionFor(databaseSetting))
    .addOption(optionFor(keysOutSetting))
    .addOption(jsonOption("print the outcome as JSON"))
    .addHelpText("after", example("ratebook keys export --home /var/lib/ratebook --out keys.json"))
    .action(lazily(async () => (await transfers()).exportTo));

  keys
    .command("import")
    .description("bring the keys of an exported file to a home or a database: all or none, and a revoked key stays so")
    .argument("<file>", 'what "keys export" has written', (path: string) => resolve(path))
    .addOption(optionFor(homeSetting))
    .addOption(optionFor(databaseSetting))
    .addOption(jsonOption("print the outcome as JSON"))
    .addHelpText("after", example("ratebook keys import keys.json --database postgres://ratebook@db.example/ratebook"))
    .action(lazily(async () => (await transfers()).importFrom));
}

/** What was done with keys. */
export function addUsage(program: Command): void {
  program
    .command("usage")
    .description("tell what keys have used: lookups, and results with a price")
    .addOption(optionFor(usageBySetting))
    .addOption(optionFor(usageFromSetting))
    .addOption(optionFor(usageToSetting))
    .addOption(optionFor(usageKeySetting))
    .addOption(optionFor(homeSetting))
    .addOption(optionFor(databaseSetting))
    // What is written on the command line counts before what a variable says.
    .addOption(jsonOption("print the totals as JSON").implies({ csv: false }))
    .addOption(switchOption("--csv", "RATEBOOK_USAGE_CSV", "print them as CSV").implies({ json: false }))
    .addHelpText("after", example("ratebook usage --by month --from 2026-01-01 --home /var/lib/ratebook"))
    .action(lazily(async () => (await import("./commands/usage.ts")).usage));
}

/** What was done to keys and servers. */
export function addAudit(audit: Command): void {
  const commands = () => import("./commands/audit.ts");
  audit
    .command("verify")
    .description("prove that no line of the audit log was changed, taken out or put in; exits with 1 when one was")
    .addOption(optionFor(homeSetting))
    .addOption(optionFor(databaseSetting))
    .addOption(optionFor(expectedHashSetting))
    .addOption(jsonOption("print the outcome as JSON"))
    .addHelpText("after", example("ratebook audit verify --home /var/lib/ratebook"))
    .action(lazily(async () => (await commands()).verify));

  audit
    .command("list")
    .description("list what was done to the keys and servers of a home, or to the keys of a database")
    .addOption(optionFor(homeSetting))
    .addOption(optionFor(databaseSetting))
    .addOption(jsonOption("print the entries as JSON"))
    .addHelpText("after", example("ratebook audit list --home /var/lib/ratebook"))
    .action(lazily(async () => (await commands()).list));
}

/** IDs are 16 characters long; whatever is much longer is none. */
const KEY_ID_LENGTH_MAX = 64;

function daySetting(
  flags: string,
  variable: string,
  description: string,
  fallbackText: string,
): OperatorSetting<Day | null> {
  const read = (text: string) => parseIsoDay(text) ?? new Refusal("a calendar day as YYYY-MM-DD");
  return { flags, variable, description, fallback: null, fallbackText, read };
}

const usageBySetting: OperatorSetting<UsageGrouping> = {
  flags: "--by <what>",
  variable: "RATEBOOK_USAGE_BY",
  description: `what each line is about: ${USAGE_GROUPINGS.join(", ")}`,
  fallback: "key",
  read: (text) => readChoice(text, USAGE_GROUPINGS),
};

const usageFromSetting = daySetting(
  "--from <day>",
  "RATEBOOK_USAGE_FROM",
  "the first day (UTC), as YYYY-MM-DD",
  "the first that was counted",
);

const usageToSetting = daySetting("--to <day>", "RATEBOOK_USAGE_TO", "the last day (UTC), as YYYY-MM-DD", "today");

const usageKeySetting: OperatorSetting<string | null> = {
  flags: "--key <id>",
  variable: "RATEBOOK_USAGE_KEY",
  description: 'of one key, by the ID that "keys list" shows',
  fallback: null,
  fallbackText: "all",
  read: (text) => (/^\S+$/.test(text) && text.length <= KEY_ID_LENGTH_MAX ? text : new Refusal("the ID of a key")),
};
