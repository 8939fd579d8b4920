import { refuseOverwriting } from "../../core/files/writing.ts";
import { Refusal } from "../../core/text/refusal.ts";
import { type ApiKey, readStates } from "../../keys/api-key.ts";
import { type IssuedKey, keyStatus } from "../../keys/issue.ts";
import { existingHome, openHome } from "../../serve/operations/home.ts";
import {
  createKey,
  endKey,
  exportKeys,
  importKeys,
  readKeysFile,
  replaceKey,
} from "../../serve/operations/key-changes.ts";
import { type ExitCode, print, printJson, printTable, refusedOption, tell } from "../command-io.ts";
import { importPlace, keyPlace, type WhichKeys } from "../key-place.ts";

interface About extends WhichKeys {
  readonly json: boolean;
}

interface CreateOptions extends About {
  readonly name: string;
  readonly states: string;
  readonly expires: Date | null;
  readonly rate: number | null;
}

export async function create(options: CreateOptions): Promise<ExitCode> {
  // The states bring everything that they declare, which no other command about keys needs.
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
  showIssued(issued, options.json);
  return 0;
}

export async function list(options: About): Promise<ExitCode> {
  const now = new Date();
  const stored = await keyPlace(options, existingHome).read((all) => all.list());
  const keys = stored.map(({ key }) => key);
  if (options.json) {
    printJson(keys.map((key) => ({ ...described(key), ...history(key), status: keyStatus(key, now) })));
    return 0;
  }
  if (keys.length === 0) tell('There are no keys yet. Make one with "ratebook keys create".');
  else
    printTable(
      LIST_HEADER,
      keys.map((key) => listRow(key, now)),
    );
  return 0;
}

export async function revoke(id: string, options: About): Promise<ExitCode> {
  const place = keyPlace(options, existingHome);
  const key = await endKey(place, id);
  const refused = place.isShared ? "Nodes refuse it within two seconds." : "Running servers refuse it within a second.";
  if (options.json) printJson({ id, revoked_at: key.revokedAt });
  else print(`Key ${id} (${key.name}) is revoked. ${refused}`);
  return 0;
}

export async function rotate(id: string, options: About & { readonly overlap: number }): Promise<ExitCode> {
  const { issued, old } = await replaceKey(keyPlace(options, existingHome), id, options.overlap);
  tell(`Key ${id} goes on working until ${old.expiresAt}.`);
  showIssued(issued, options.json);
  return 0;
}

function showIssued({ key, token }: IssuedKey, json: boolean): void {
  if (json) {
    const { id, ...rest } = described(key);
    printJson({ id, key: token, ...rest });
    return;
  }
  print(token);
  tell(`This is key ${key.id} of ${key.name} for ${key.states.join(", ")}, ${expiry(key)}, ${rate(key)}.`);
  tell("Keep it now: it is not stored and cannot be shown again.");
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

export async function exportTo(options: About & { readonly out: string }): Promise<ExitCode> {
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
      `${out} holds ${count} ${count === 1 ? "key" : "keys"}. Keep it as you keep the keys' store: it says who may ask, though not with what.`,
    );
  return 0;
}

export async function importFrom(file: string, options: About): Promise<ExitCode> {
  // Before anything is opened or made.
  const keys = readKeysFile(file);
  const { added, updated, unchanged } = await importKeys(importPlace(options), keys);
  if (options.json) printJson({ file, added, updated, unchanged });
  else print(`${file}: ${added} ${added === 1 ? "key" : "keys"} added, ${updated} updated, ${unchanged} unchanged.`);
  return 0;
}
