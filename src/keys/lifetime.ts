import { parseIsoDay } from "../calendar/day.ts";
import { Refusal } from "../text/refusal.ts";

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
