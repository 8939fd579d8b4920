import { hash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import { parseIsoDay } from "../core/calendar/day.ts";
import { quoted, Refusal } from "../core/text/refusal.ts";

/** An API key as the service knows it: never the key itself, only its hash and last four characters. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  /** State codes that the key is enabled for. */
  readonly states: readonly string[];
  readonly lastFour: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  /** Lookups per minute; null: the server's default; 0: no limit. */
  readonly lookupsPerMinute: number | null;
}

/** Why a token is refused: for logs and metrics of the operator, never for the client. */
export const TOKEN_REFUSALS = ["unknown", "expired", "revoked"] as const;
export type TokenRefusal = (typeof TOKEN_REFUSALS)[number];

/** Authenticates requests. Answers from memory; a new key works at once, other changes by another process show within a second. */
export interface KeyRing {
  /** The key that a bearer token stands for; null when it is unknown, expired or revoked. */
  authenticate(token: string): ApiKey | null;
  /** The key of an id, for sessions that stand for it; null when it is unknown, expired or revoked. */
  keyWithId(id: string): ApiKey | null;
  /** The store has been missing or unreadable for too long to trust the keys in memory: every request is refused. */
  readonly isLost: boolean;
}

/** Why the store of a home cannot be read: the file is gone, it is damaged, or its rights keep this user out. */
export type KeyStoreProblem = "missing" | "unreadable" | "forbidden";

/** What became of keys by rotation and revocation. Answers from memory, as `KeyRing` does. */
export interface KeyLineage {
  /** Whether a key took the place of another one, by one rotation or by several. */
  succeeds(id: string, earlier: string): boolean;
  /** Whether a key is known to have ended for good: it was revoked or has expired, and no key that works took its place. */
  hasEnded(id: string): boolean;
}

/** A key with what only its store knows of it; neither ever leaves the machine in an answer. */
export interface StoredKey {
  readonly key: ApiKey;
  /** SHA-256 of the token. The token itself is stored nowhere. */
  readonly tokenHash: string;
  /** The ID of the key that took its place. */
  readonly replacedBy: string | null;
}

/** The keys of one place, as commands read and change them. Requests are answered from memory instead (`KeyRing`). */
export interface Keys {
  /** Where the keys are, as the end of a sentence: `this home`. */
  readonly place: string;
  /** Every key ever made, the oldest first; keys are never deleted. */
  list(): Promise<readonly StoredKey[]>;
  find(id: string): Promise<StoredKey | null>;
  /** Throws when one of them is there already. */
  add(keys: readonly StoredKey[]): Promise<void>;
  /** Writes keys over those with the same IDs; throws when one is not there. */
  change(keys: readonly StoredKey[]): Promise<void>;
  /**
   * Several changes in one transaction: all or none, and no other process changes a key meanwhile. Inside, use only the `keys` that it
   * passes: the store itself waits until the transaction is over. A nested transaction joins the outer one.
   */
  together<Outcome>(change: (keys: Keys) => Promise<Outcome>): Promise<Outcome>;
}

/** Where keys are kept: a SQLite file in the home (`SqliteKeyStore`), or a PostgreSQL that nodes share (`PostgresKeyStore`). */
export interface KeyStore extends Keys {
  close(): Promise<void>;
}

/*
 * A token is `rb_live_`, a secret and a checksum, all of letters and digits. Secret scanners find a leaked one by its prefix. The checksum
 * finds a mistyped one without a lookup.
 */
const PREFIX = "rb_live_";
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BASE = ALPHABET.length;

/** 33 characters of 62 carry 196 bits: too many to guess. */
const SECRET_LENGTH = 33;
/** 62 ** 6 is just above 2 ** 32, the range of the checksum. */
const CHECKSUM_LENGTH = 6;
const TOKEN_LENGTH = PREFIX.length + SECRET_LENGTH + CHECKSUM_LENGTH;
const SHOWN_LENGTH = 4;

/** A new token: shown once, never stored. */
export function mintToken(): string {
  const unchecked = PREFIX + randomText(SECRET_LENGTH);
  return unchecked + checksum(unchecked);
}

/** Whether a text can be a token at all: its length, prefix and checksum are right. */
export function isWellFormedToken(text: string): boolean {
  if (text.length !== TOKEN_LENGTH || !text.startsWith(PREFIX)) return false;
  return text.endsWith(checksum(text.slice(0, -CHECKSUM_LENGTH)));
}

/** Whether a text may contain a token, whole or in part: then it is never shown. */
export function looksLikeToken(text: string): boolean {
  return text.includes(PREFIX);
}

/** A text in which tokens are cut to their prefix: a client that sends one in a wrong place does not get it repeated. */
export function withoutTokens(text: string): string {
  return text.replace(TOKENS, `${PREFIX}...`);
}

const TOKENS = new RegExp(`${PREFIX}[0-9A-Za-z]+`, "g");

/** What is stored of a token: it cannot be turned back. A random secret this long needs no salt. */
export function tokenHash(token: string): string {
  return hash("sha256", token);
}

export function lastFour(token: string): string {
  return token.slice(-SHOWN_LENGTH);
}

/** Letters and digits, each equally likely. */
export function randomText(length: number): string {
  // Bytes from the last, incomplete round of the alphabet are thrown away: they would favour its first characters.
  const fair = 256 - (256 % BASE);
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < fair && text.length < length) text += ALPHABET[byte % BASE];
    }
  }
  return text;
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = "";
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    digits = ALPHABET[rest % BASE] + digits;
    rest = Math.floor(rest / BASE);
  }
  return digits;
}

/** Far beyond what a server answers. */
export const LOOKUPS_PER_MINUTE_MAX = 1_000_000_000;

const NAME_LENGTH_MAX = 100;

/** Names are shown in tables, so they fit on a line. */
export function readKeyName(text: string): string | Refusal {
  const name = text.trim();
  const isShowable = name !== "" && name.length <= NAME_LENGTH_MAX && !/\p{Control}/u.test(name);
  return isShowable ? name : new Refusal(`a name of 1 to ${NAME_LENGTH_MAX} characters on one line`);
}

/** State codes separated by commas, each of them known; once each, in the order given. */
export function readStates(text: string, known: readonly string[]): readonly string[] | Refusal {
  const codes = text
    .split(",")
    .map((code) => code.trim().toLowerCase())
    .filter((code) => code !== "");
  const unknown = codes.find((code) => !known.includes(code));
  if (unknown !== undefined) return new Refusal(`known states (${known.join(", ")}); ${quoted(unknown)} is none`);
  return codes.length === 0 ? new Refusal(`at least one of ${known.join(", ")}`) : [...new Set(codes)];
}

const MILLISECONDS_BY_UNIT: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const DURATION = /^([0-9]{1,6})([smhd])$/;

/** `30d`, `12h`, `45m` or `10s` in milliseconds. */
export function readDuration(text: string): number | Refusal {
  const parts = DURATION.exec(text);
  if (parts === null) return new Refusal("a number of days, hours, minutes or seconds such as 30d, 12h, 45m or 10s");
  return Number(parts[1]) * (MILLISECONDS_BY_UNIT[parts[2] as string] as number);
}

/** When a key stops working: after a duration, or at the start of a day (UTC). */
export function readExpiry(text: string, now: Date): Date | Refusal {
  const day = parseIsoDay(text);
  const duration = day === null ? readDuration(text) : null;
  if (duration instanceof Refusal) return new Refusal("a duration such as 30d or 12h, or a day such as 2027-01-01");
  const expiresAt = duration === null ? new Date(`${day}T00:00:00Z`) : new Date(now.getTime() + duration);
  return expiresAt > now ? expiresAt : new Refusal("a time to come");
}
