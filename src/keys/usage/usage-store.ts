import type { Day } from "../../core/calendar/day.ts";

/** Usage of one request, or of one file to reprice: our own facts, and nothing from the request. */
export interface Used {
  readonly keyId: string | null;
  readonly state: string | null;
  readonly setting: string | null;
  /** As the rate limit counts them: an item of a batch is one. */
  readonly lookups: number;
  /** Results that carry a price. */
  readonly priced: number;
}

/** What a key has used of a state and setting on a day. */
export interface UsageCount {
  readonly keyId: string;
  /** In UTC, so that nodes in several time zones count one day, and no day has 23 or 25 hours. */
  readonly day: Day;
  readonly state: string;
  readonly setting: string;
  readonly lookups: number;
  readonly priced: number;
}

/** The setting of lookups for an answer about a whole state, such as a price list. */
export const EVERY_SETTING = "all";

export const USAGE_GROUPINGS = ["key", "day", "month", "state", "setting"] as const;
export type UsageGrouping = (typeof USAGE_GROUPINGS)[number];

export interface UsageQuestion {
  readonly by: UsageGrouping;
  /** The first and the last day; null: without a beginning or an end. */
  readonly from: Day | null;
  readonly to: Day | null;
  /** Of one key; null: of all. */
  readonly keyId: string | null;
}

export interface UsageTotal {
  /** A key's ID, a day, a month as `2026-11`, a state or a setting. */
  readonly group: string;
  readonly lookups: number;
  readonly priced: number;
}

/** Where usage is kept: in the home of a server (SQLite), or in the database that several nodes share (PostgreSQL). */
export interface UsageStore {
  /** Adds counts to those that are there: all of them, or none and an error. A count that lacks a field is refused. */
  add(counts: readonly UsageCount[]): Promise<void>;
  /** Ordered by group, byte by byte; groups without usage are left out. */
  totals(question: UsageQuestion): Promise<readonly UsageTotal[]>;
  close(): Promise<void>;
}

/** Usage in the home of a server. Counts are added synchronously, between two requests. */
export interface HomeUsageStore extends UsageStore {
  addNow(counts: readonly UsageCount[]): void;
}
