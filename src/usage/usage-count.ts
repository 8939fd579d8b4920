import type { Day } from "../calendar/day.ts";

/** What one request, or one file to reprice, has used: facts that are ours, and nothing that a request carried. */
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
  /**
   * In UTC, whatever the service's time zone: nodes in several zones count the same day, and no day has 23 or 25 hours.
   */
  readonly day: Day;
  readonly state: string;
  readonly setting: string;
  readonly lookups: number;
  readonly priced: number;
}
