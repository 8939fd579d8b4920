import { resolve } from "node:path";
import type { Command } from "commander";
import { Refusal } from "../core/text/refusal.ts";
import { readDuration, readExpiry, readKeyName } from "../keys/api-key.ts";
import { USAGE_GROUPINGS } from "../keys/usage/usage-store.ts";
import { readChoice, readPath, readRate } from "../serve/operations/setting.ts";
import { defaulting, example, jsonOption, lazily, optional, placed, readDay, required, toggle } from "./options.ts";

/** The commands for the keys of a home or a database. */
export function addKeys(keys: Command): void {
  const commands = () => import("./commands/keys.ts");
  placed(keys.command("create"))
    .description("make a key; it is shown once")
    .addOption(required("--name <name>", "whose key it is, for the list of keys", readKeyName))
    .addOption(required("--states <codes>", "the states it is enabled for, such as ca,fl"))
    .addOption(
      optional(
        "--expires <when>",
        "when it stops working: 30d, 12h, or a day such as 2027-01-01 (its start, UTC)",
        (text) => readExpiry(text, new Date()),
        "never",
      ),
    )
    .addOption(optional("--rate <lookups>", "lookups per minute; off for no limit", readRate, "the server's"))
    .addOption(jsonOption("print the key as JSON"))
    .addHelpText("after", example('ratebook keys create --name "Mercy billing" --states ca --expires 90d'))
    .action(lazily(async () => (await commands()).create));

  placed(keys.command("list"))
    .description("list the keys of a home or a database")
    .addOption(jsonOption("print the keys as JSON"))
    .addHelpText("after", example("ratebook keys list --home /var/lib/ratebook"))
    .action(lazily(async () => (await commands()).list));

  placed(keys.command("revoke"))
    .description("end a key at once; running servers notice within a second, nodes of a database within two")
    .argument("<id>", 'the ID that "keys list" shows')
    .addOption(jsonOption("print the outcome as JSON"))
    .addHelpText("after", example("ratebook keys revoke key_4dYq0cXr7TbM"))
    .action(lazily(async () => (await commands()).revoke));

  placed(keys.command("rotate"))
    .description("make a key with the same scope in place of another, which goes on working for a while")
    .argument("<id>", 'the ID that "keys list" shows')
    .addOption(
      defaulting("--overlap <duration>", "how long the old key goes on working", readDuration, 86_400_000, "24h"),
    )
    .addOption(jsonOption("print the new key as JSON"))
    .addHelpText("after", example("ratebook keys rotate key_4dYq0cXr7TbM --overlap 24h"))
    .action(lazily(async () => (await commands()).rotate));

  placed(keys.command("export"))
    .description("write all keys to a file, as a backup or for another home or database; safe while servers run")
    .addOption(required("--out <file>", "the file to write; only its owner may read it", readPath))
    .addOption(jsonOption("print the outcome as JSON"))
    .addHelpText("after", example("ratebook keys export --home /var/lib/ratebook --out keys.json"))
    .action(lazily(async () => (await commands()).exportTo));

  placed(keys.command("import"))
    .description("bring the keys of an exported file to a home or a database: all or none, and a revoked key stays so")
    .argument("<file>", 'what "keys export" has written', (path: string) => resolve(path))
    .addOption(jsonOption("print the outcome as JSON"))
    .addHelpText("after", example("ratebook keys import keys.json --database postgres://ratebook@db.example/ratebook"))
    .action(lazily(async () => (await commands()).importFrom));
}

export function addUsage(program: Command): void {
  placed(program.command("usage"))
    .description("show what keys have used: lookups, and results with a price")
    .addOption(
      defaulting(
        "--by <what>",
        `what each line is about: ${USAGE_GROUPINGS.join(", ")}`,
        (text) => readChoice(text, USAGE_GROUPINGS),
        "key",
      ),
    )
    .addOption(optional("--from <day>", "the first day (UTC), as YYYY-MM-DD", readDay, "the first that was counted"))
    .addOption(optional("--to <day>", "the last day (UTC), as YYYY-MM-DD", readDay, "today"))
    .addOption(optional("--key <id>", 'of one key, by the ID that "keys list" shows', readKeyId, "all"))
    .addOption(jsonOption("print the totals as JSON"))
    .addOption(toggle("--csv", "print them as CSV"))
    .addHelpText("after", example("ratebook usage --by month --from 2026-01-01 --home /var/lib/ratebook"))
    .action(lazily(async () => (await import("./commands/keys.ts")).usage));
}

export function addAudit(audit: Command): void {
  const commands = () => import("./commands/audit.ts");
  placed(audit.command("verify"))
    .description("verify that no line of the audit log was changed, taken out or put in; exits with 1 when one was")
    .addOption(
      optional("--expect <hash>", "the hash of an entry from an earlier verify: it must still be there", readHash),
    )
    .addOption(jsonOption("print the outcome as JSON"))
    .addHelpText("after", example("ratebook audit verify --home /var/lib/ratebook"))
    .action(lazily(async () => (await commands()).verify));

  placed(audit.command("list"))
    .description("list what was done to the keys and servers of a home, or to the keys of a database")
    .addOption(jsonOption("print the entries as JSON"))
    .addHelpText("after", example("ratebook audit list --home /var/lib/ratebook"))
    .action(lazily(async () => (await commands()).list));
}

/** IDs are 16 characters long; much longer texts are no IDs. */
const KEY_ID_LENGTH_MAX = 64;

function readKeyId(text: string): string | Refusal {
  return /^\S+$/.test(text) && text.length <= KEY_ID_LENGTH_MAX ? text : new Refusal("the ID of a key");
}

function readHash(text: string): string | Refusal {
  return /^[0-9a-f]{64}$/.test(text) ? text : new Refusal("64 digits from 0 to 9 and a to f");
}
