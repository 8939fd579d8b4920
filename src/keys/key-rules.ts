import { parseIsoDay } from "../core/calendar/day.ts";
import { quoted, Refusal } from "../core/text/refusal.ts";

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
