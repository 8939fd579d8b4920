import type { Day } from "../../core/calendar/day.ts";
import { refuseOverwriting } from "../../core/files/writing.ts";
import { plainCountText } from "../../core/text/plural.ts";
import { Refusal } from "../../core/text/refusal.ts";
import { safeCell } from "../../dataset/safe-cell.ts";
import { type ApiKey, readStates } from "../../keys/api-key.ts";
import { type IssuedKey, keyStatus } from "../../keys/issue.ts";
import type { UsageGrouping, UsageTotal } from "../../keys/usage/usage-store.ts";
import { keysOfDatabase } from "../../serve/operations/database-keys.ts";
import { existingHome, type Home, homeForImport, openHome } from "../../serve/operations/home.ts";
import {
  createKey,
  endKey,
  exportKeys,
  importKeys,
  readKeysFile,
  replaceKey,
} from "../../serve/operations/key-changes.ts";
import { importedHome, type KeyPlace, keysOfHome } from "../../serve/operations/key-place.ts";
import { keyNames, usageTotals } from "../../serve/operations/usage-question.ts";
import { type ExitCode, notify, print, printJson, printTable, refusedOption, wrongUsage } from "../command-io.ts";
import { placeJson, placeText } from "../options.ts";

interface KeyOptions extends WhichKeys {
  readonly json: boolean;
}

interface CreateOptions extends KeyOptions {
  readonly name: string;
  readonly states: string;
  readonly expires: Date | null;
  readonly rate: number | null;
}

export async function create(options: CreateOptions): Promise<ExitCode> {
  // The states load everything that they declare, which no other keys command needs.
  const { states } = await import("../../states/index.ts");
  const known = states.map((state) => state.code);
  const scope = readStates(options.states, known);
  if (scope instanceof Refusal) throw refusedOption("--states", options.states, scope);
  const request = {
    name: options.name,
    states: scope,
    expiresAt: options.expires,
    lookupsPerMinute: options.rate,
  };
  const issued = await createKey(keyPlace(options, openHome), request);
  showIssued(issued, options);
  return 0;
}

export async function list(options: KeyOptions): Promise<ExitCode> {
  const now = new Date();
  const stored = await keyPlace(options, existingHome).read((all) => all.list());
  const keys = stored.map(({ key }) => key);
  if (options.json) {
    printJson(keys.map((key) => ({ ...described(key), ...history(key), status: keyStatus(key, now) })));
    return 0;
  }
  if (keys.length === 0) notify('There are no keys yet. Make one with "ratebook keys create".');
  else
    printTable(
      LIST_HEADER,
      keys.map((key) => listRow(key, now)),
    );
  return 0;
}

export async function revoke(id: string, options: KeyOptions): Promise<ExitCode> {
  const place = keyPlace(options, existingHome);
  const key = await endKey(place, id);
  const refused = place.isShared ? "Nodes refuse it within two seconds." : "Running servers refuse it within a second.";
  if (options.json) printJson({ id, revoked_at: key.revokedAt, ...placeJson(options) });
  else print(`Key ${id} (${key.name}) is revoked in ${placeText(options)}. ${refused}`);
  return 0;
}

export async function rotate(id: string, options: KeyOptions & { readonly overlap: number }): Promise<ExitCode> {
  const { issued, old } = await replaceKey(keyPlace(options, existingHome), id, options.overlap);
  notify(`Key ${id} works until ${old.expiresAt}.`);
  showIssued(issued, options);
  return 0;
}

function showIssued({ key, token }: IssuedKey, options: KeyOptions): void {
  if (options.json) {
    const { id, ...rest } = described(key);
    printJson({ id, key: token, ...rest, ...placeJson(options) });
    return;
  }
  print(token);
  notify(`This is key ${key.id} of ${key.name} for ${key.states.join(", ")}, ${expiry(key)}, ${rate(key)}.`);
  notify(`Created in ${placeText(options)}.`);
  notify("Keep it now: it is not stored and cannot be shown again.");
}

function described(key: ApiKey) {
  return {
    id: key.id,
    name: key.name,
    states: key.states,
    expires_at: key.expiresAt,
    rate: key.lookupsPerMinute,
  };
}

function history({ lastFour, createdAt, revokedAt }: ApiKey) {
  return { last_four: lastFour, created_at: createdAt, revoked_at: revokedAt };
}

const LIST_HEADER = ["ID", "NAME", "STATES", "ENDS IN", "STATUS", "CREATED", "EXPIRES", "RATE"];

function listRow(key: ApiKey, now: Date): readonly string[] {
  const day = (instant: string | null) => instant?.slice(0, "YYYY-MM-DD".length) ?? "never";
  const limit = key.lookupsPerMinute === null ? "default" : String(key.lookupsPerMinute || "off");
  const shown = [key.id, key.name, key.states.join(","), key.lastFour, keyStatus(key, now), day(key.createdAt)];
  return [...shown, day(key.expiresAt), limit];
}

function expiry({ expiresAt }: ApiKey): string {
  return expiresAt === null ? "without an end" : `until ${expiresAt}`;
}

function rate({ lookupsPerMinute }: ApiKey): string {
  if (lookupsPerMinute === null) return "with the server's limit";
  return lookupsPerMinute === 0 ? "without a limit" : `with ${lookupsPerMinute} lookups per minute`;
}

export async function exportTo(options: KeyOptions & { readonly out: string }): Promise<ExitCode> {
  const { out, json } = options;
  const place = keyPlace(options, (folder) => {
    const home = existingHome(folder);
    refuseOverwriting(
      [{ path: out, option: "--out" }],
      [
        { path: home.keysFile, what: "the store of the keys" },
        { path: home.auditFile, what: "the audit log" },
      ],
    );
    return home;
  });
  const count = await exportKeys(place, out);
  if (json) printJson({ file: out, keys: count });
  else
    print(
      `${out} holds ${plainCountText(count, "key")}. Keep it as you keep the keys' store: it lists the clients, though not their tokens.`,
    );
  return 0;
}

export async function importFrom(file: string, options: KeyOptions): Promise<ExitCode> {
  // Before anything is opened or created.
  const keys = readKeysFile(file);
  const { home, database } = options;
  // Also into a home that has no keys.
  const place = database === null ? importedHome(homeForImport(home)) : keysOfDatabase(database);
  const { added, updated, unchanged } = await importKeys(place, keys);
  if (options.json) printJson({ file, added, updated, unchanged, ...placeJson(options) });
  else
    print(
      `${file}: ${plainCountText(added, "key")} added, ${updated} updated, ${unchanged} unchanged in ${placeText(options)}.`,
    );
  return 0;
}

/** The keys of a database when one is named, otherwise those of a home. */
export interface WhichKeys {
  readonly home: string;
  readonly database: string | null;
}

/** With a database, no home is opened or created. */
function keyPlace({ home, database }: WhichKeys, open: (folder: string) => Home): KeyPlace {
  return database === null ? keysOfHome(open(home)) : keysOfDatabase(database);
}

interface UsageOptions extends KeyOptions {
  readonly by: UsageGrouping;
  readonly from: Day | null;
  readonly to: Day | null;
  readonly key: string | null;
  readonly csv: boolean;
}

/** Usage of keys: lookups, and results with a price, per group and in all. */
export async function usage(options: UsageOptions): Promise<ExitCode> {
  const { by, from, to, key: keyId, json, csv } = options;
  if (json && csv) throw wrongUsage("--json and --csv cannot be had together. Choose one.");
  if (from !== null && to !== null && from > to) {
    throw wrongUsage(`--from ${from} is after --to ${to}. Swap them.`);
  }
  // A mistyped home would otherwise look like one without usage.
  if (options.database === null) existingHome(options.home);
  const totals = await usageTotals(options, { by, from, to, keyId });
  const names = by === "key" ? await keyNames(options) : null;
  if (json)
    printJson({ by, from, to, key: keyId, groups: totals.map((each) => totalJson(each, by, names)), ...sum(totals) });
  else if (csv) for (const line of [header(by, names), ...rows(totals, names)]) print(line.map(safeCell).join(","));
  else if (totals.length === 0)
    notify("Nothing was used. Check --from, --to and --key; a server writes its usage within a second.");
  else {
    const { lookups, results_priced: priced } = sum(totals);
    const all = ["total", ...(names === null ? [] : [""]), String(lookups), String(priced)];
    printTable(
      header(by, names).map((title) => title.toUpperCase().replaceAll("_", " ")),
      [...rows(totals, names), all],
    );
  }
  return 0;
}

type Names = ReadonlyMap<string, string> | null;

function header(by: UsageGrouping, names: Names): readonly string[] {
  return [by, ...(names === null ? [] : ["name"]), "lookups", "results_priced"];
}

function rows(totals: readonly UsageTotal[], names: Names): readonly (readonly string[])[] {
  return totals.map(({ group, lookups, priced }) => {
    const named = names === null ? [] : [names.get(group) ?? ""];
    return [group, ...named, String(lookups), String(priced)];
  });
}

function totalJson({ group, lookups, priced }: UsageTotal, by: UsageGrouping, names: Names) {
  const name = names === null ? {} : { name: names.get(group) ?? null };
  return { [by]: group, ...name, lookups, results_priced: priced };
}

function sum(totals: readonly UsageTotal[]) {
  return {
    lookups: totals.reduce((all, { lookups }) => all + lookups, 0),
    results_priced: totals.reduce((all, { priced }) => all + priced, 0),
  };
}
