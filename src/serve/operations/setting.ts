import { isIP } from "node:net";
import { resolve } from "node:path";
import { Refusal } from "../../core/text/refusal.ts";
import { LOOKUPS_PER_MINUTE_MAX } from "../../keys/api-key.ts";

/** A permanent setting of an operator: an option and an environment variable. */
export interface OperatorSetting<Value> {
  readonly flags: string;
  readonly variable: string;
  readonly description: string;
  /** Null when absent. */
  readonly fallback?: Value;
  /** The fallback in help texts, if the value itself is unclear. */
  readonly fallbackText?: string;
  /** Present if a value may hold a password: how it is shown without it. No message quotes such a value (`refusedValue`). */
  readonly withoutPassword?: (text: string) => string;
  /** An empty text is refused with what is expected. */
  readonly read: (text: string) => Value | Refusal;
}

export type SettingsFor<Configuration> = {
  readonly [Name in keyof Configuration]-?: OperatorSetting<Configuration[Name]>;
};

/** Why a value is refused, after the name of its setting. A value that may hold a password is not shown. */
export function refusedValue(
  { withoutPassword }: OperatorSetting<unknown>,
  shown: string,
  { expected }: Refusal,
): string {
  if (withoutPassword === undefined) return `${shown} is not valid: expected ${expected}.`;
  return `is not valid; it is not shown, as it may hold a password. Expected ${expected}.`;
}

export function readWhole(text: string, min: number, max: number): number | Refusal {
  const value = /^[0-9]{1,12}$/.test(text) ? Number(text) : Number.NaN;
  return value >= min && value <= max ? value : new Refusal(`a whole number from ${min} to ${max}`);
}

/** A shell replaces `~`, but not in variables of a service: a folder of that name would be made. */
const SHELL_HOME = /^~(?:[/\\]|$)/;

export function readPath(text: string): string | Refusal {
  if (SHELL_HOME.test(text)) return new Refusal("a path without ~, which only a shell replaces");
  return text === "" ? new Refusal("a path") : resolve(text);
}

/** Lookups per minute; 0 for `off`. */
export function readRate(text: string): number | Refusal {
  const rate = text === "off" ? 0 : readWhole(text, 0, LOOKUPS_PER_MINUTE_MAX);
  return rate instanceof Refusal ? new Refusal("lookups per minute such as 6000, or off for no limit") : rate;
}

const MONTHS_MAX = 1_200;
const MONTHS_PER_YEAR = 12;

/** Months as `18m`, or years as `2y`; 0 for `off`. */
export function readMonths(text: string): number | Refusal {
  if (text === "off") return 0;
  const [, digits = "", unit] = /^([0-9]{1,4})([my])$/.exec(text) ?? [];
  const months = Number(digits) * (unit === "y" ? MONTHS_PER_YEAR : 1);
  const isInRange = months >= 1 && months <= MONTHS_MAX;
  return isInRange ? months : new Refusal(`months such as 18m, years such as 2y (up to ${MONTHS_MAX}m), or off`);
}

export function monthsOrNever(months: number): number | null {
  return months === 0 ? null : months;
}

export function readTimeZone(text: string): string | Refusal {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return new Refusal("the name of a time zone such as America/Los_Angeles or UTC");
  }
}

export function readChoice<Choice extends string>(text: string, choices: readonly Choice[]): Choice | Refusal {
  return choices.find((choice) => choice === text) ?? new Refusal(`one of ${choices.join(", ")}`);
}

const HOST_NAME = /^(?:[a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])$/i;

/** An address or a name to listen on. Addresses of IPv6 have no brackets, and may name a zone. */
export function readHost(text: string): string | Refusal {
  const host = text.trim();
  const isHost = isIP(host) !== 0 || /^[a-z0-9._-]{1,253}$/i.test(host);
  return isHost ? host : new Refusal("an address or a host name such as 127.0.0.1, without a port");
}

/** Host names, separated by commas, without ports: a Host header matches with any port. */
export function readHostNames(text: string): readonly string[] | Refusal {
  const names = text.split(",").map((name) => name.trim());
  const areNames = names.every((name) => HOST_NAME.test(name));
  return areNames ? names : new Refusal("names or addresses without ports, such as rates.example,10.0.0.7,[fd00::7]");
}

/** A switch by an environment variable; as an option it needs no value. */
export function readSwitch(text: string): boolean | Refusal {
  if (["1", "true", "yes", "on"].includes(text.toLowerCase())) return true;
  if (["0", "false", "no", "off"].includes(text.toLowerCase())) return false;
  return new Refusal("true or false");
}

const API_PATH = /\/(?:api\/v1\/?)?$/;

/** The base address of a server, with or without /api/v1. */
export function readServerUrl(text: string): string | Refusal {
  const expected = new Refusal(
    "the address of a server such as http://127.0.0.1:8080, without a user, query or fragment",
  );
  const url = URL.parse(text);
  if (url === null || !["http:", "https:"].includes(url.protocol)) return expected;
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") return expected;
  return `${url.origin}${url.pathname.replace(API_PATH, "")}`;
}
