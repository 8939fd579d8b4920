import { ANSWER_BYTES_MAX, API_PREFIX } from "./generated/service.ts";
import { ATTEMPTS_MAX, ATTEMPTS_WHEN_ABSENT, type Clock, systemClock } from "./retry.ts";

export interface RatebookOptions {
  /** The address of the service, such as https://rates.example.org, with or without /api/v1. */
  readonly baseUrl: string | URL;
  /** Never printed, and sent to `baseUrl` alone. */
  readonly apiKey: string;
  /** Sends requests; the platform's own when absent. */
  readonly fetch?: typeof fetch;
  /** The most attempts of a request, from 1 to 6; 5 when absent. */
  readonly attempts?: number;
  /** The most time of one attempt, including its answer; 30 seconds when absent. */
  readonly timeoutMilliseconds?: number;
  /** The most bytes of an answer; those of the service's longest when absent. */
  readonly answerBytesMax?: number;
  /** For tests. */
  readonly clock?: Clock;
}

/** The options with their defaults, without the key. */
export interface Settings {
  /** The address of the API, without a slash at its end. */
  readonly api: string;
  readonly fetch: typeof fetch;
  readonly attempts: number;
  readonly timeoutMilliseconds: number;
  readonly answerBytesMax: number;
  readonly clock: Clock;
}

/** The contract's timeout; the service gives up after 20 seconds, so that its reason arrives before. */
const TIMEOUT_MILLISECONDS_WHEN_ABSENT = 30_000;

/** No call takes longer; a timer beyond 24 days would end at once. */
export const TIMEOUT_MILLISECONDS_MAX: number = 600_000;

/** Strings of JavaScript engines end at about half a gigabyte. */
const ANSWER_BYTES_LIMIT_MAX = 256 * 1024 * 1024;

/** A header has no more space, and no key is as long. */
const API_KEY_CHARACTERS_MAX = 512;

export function settingsOf(options: RatebookOptions): Settings {
  return {
    api: apiAddress(options.baseUrl),
    fetch: options.fetch ?? globalThis.fetch,
    attempts: wholeNumber("attempts", options.attempts ?? ATTEMPTS_WHEN_ABSENT, ATTEMPTS_MAX),
    timeoutMilliseconds: wholeNumber(
      "timeoutMilliseconds",
      options.timeoutMilliseconds ?? TIMEOUT_MILLISECONDS_WHEN_ABSENT,
      TIMEOUT_MILLISECONDS_MAX,
    ),
    answerBytesMax: wholeNumber("answerBytesMax", options.answerBytesMax ?? ANSWER_BYTES_MAX, ANSWER_BYTES_LIMIT_MAX),
    clock: options.clock ?? systemClock,
  };
}

/** A valid key. Errors do not quote it: they end up in logs. */
export function checkedKey(apiKey: string): string {
  if (typeof apiKey === "string" && apiKey.length <= API_KEY_CHARACTERS_MAX && /^[!-~]+$/.test(apiKey)) return apiKey;
  throw new TypeError(
    `apiKey is not valid: expected 1 to ${API_KEY_CHARACTERS_MAX} letters, digits or signs without spaces. Keys are made with: ratebook keys create`,
  );
}

export function wholeNumber(name: string, value: number, max: number): number {
  if (Number.isInteger(value) && value >= 1 && value <= max) return value;
  throw new RangeError(`${name} ${String(value)} is not valid: expected a whole number from 1 to ${max}.`);
}

function apiAddress(baseUrl: string | URL): string {
  const text = String(baseUrl);
  const address = URL.canParse(text) ? new URL(text) : null;
  // Not quoted: it may contain a password.
  if (address === null || !["http:", "https:"].includes(address.protocol)) {
    throw new TypeError("baseUrl is not valid: expected an address such as https://rates.example.org");
  }
  if (address.username !== "" || address.password !== "" || address.search !== "" || address.hash !== "") {
    throw new TypeError("baseUrl is not valid: expected an address without user, password, query or fragment.");
  }
  const root = `${address.origin}${address.pathname}`.replace(/\/+$/, "");
  return root.endsWith(API_PREFIX) ? root : `${root}${API_PREFIX}`;
}
