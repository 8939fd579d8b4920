import { snakeCase } from "../../../core/text/spelling.ts";
import { API_PREFIX, EXPLAIN_SUFFIX, RATE_PATHS } from "../../../pricing/state/api-paths.ts";
import type { Explanation } from "../explanation.ts";
import type { AskedOf } from "./about.ts";
import { shownSafely } from "./shown-safely.ts";

/** What a shell takes as it is; anything else is quoted. */
const PLAIN = /^[\w./:=@%+,-]+$/;

/** The command that gives the same explanation, word by word; of a release whose file the reader has to name, or of a known one. */
export function repeatingCommand(
  { request }: Pick<Explanation, "request">,
  { state, lookup }: AskedOf,
  release = "FILE",
): readonly string[] {
  const parameters = saidParameters(request, lookup).map(([name, value]) => shellWord(`${name}=${value}`));
  return ["ratebook", "explain", state.code, lookup.setting, "--release", shellWord(release), ...parameters];
}

/** The same as an address of a server. */
export function repeatingAddress({ request }: Explanation, { state, lookup }: AskedOf): string {
  const query = saidParameters(request, lookup).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return `${API_PREFIX}/${state.code}${RATE_PATHS[lookup.setting]}${EXPLAIN_SUFFIX}?${query.join("&")}`;
}

/** Flags that are what they are when nobody sends them need not be sent. */
export function saidParameters(request: Explanation["request"], { parameters }: AskedOf["lookup"]) {
  const isDefaultFlag = (name: string, value: unknown) =>
    value === false &&
    Object.entries(parameters).some(([key, each]) => snakeCase(key) === name && each.schema.default === false);
  return Object.entries(request).filter(([name, value]) => !isDefaultFlag(name, value));
}

/** A word as a shell takes it. */
export function shellWord(word: string): string {
  return PLAIN.test(word) ? word : `'${shownSafely(word).replaceAll("'", "'\\''")}'`;
}

/** `date_of_service` as people read it: `Date of service`. */
export function dayLabel({ lookup }: AskedOf): string {
  const words = lookup.dayParameter.replaceAll("_", " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** The day that the rates are of. */
export function dayOf({ request }: Explanation, { lookup }: AskedOf): string {
  return String(request[lookup.dayParameter]);
}
