import { failure, reasonOf } from "../core/runtime/failure.ts";
import { quoted } from "../core/text/refusal.ts";
import { madeUpWarning } from "../dataset/description.ts";
import type { RateLookup } from "../pricing/lookup.ts";
import type { RequestFault } from "../pricing/request/read.ts";
import type { State } from "../pricing/state/state.ts";
import { openRelease as open } from "../release/open.ts";
import type { Release, StateInRelease } from "../release/release.ts";
import { states } from "../states/index.ts";
import { notify, wrongUsage } from "./command-io.ts";

export function stateNamed(code: string, states: readonly State[]): State {
  const state = states.find((candidate) => candidate.code === code.toLowerCase());
  if (state !== undefined) return state;
  throw wrongUsage(
    `${quoted(code)} is not a state of Ratebook; known are ${states.map((each) => each.code).join(", ")}.`,
  );
}

export function lookupNamed({ lookups }: State, setting: string): RateLookup {
  const lookup = lookups.find((candidate) => candidate.setting === setting);
  if (lookup !== undefined) return lookup;
  const known = lookups.map((each) => each.setting).join(" or ");
  throw wrongUsage(`${quoted(setting)} is not a setting: write ${known}.`);
}

/** Parameters written as name=value, as in a query string. */
export function readParameters(texts: readonly string[]): Readonly<Record<string, unknown>> {
  const parameters = new Map<string, string | string[]>();
  for (const text of texts) {
    const [name, ...rest] = text.split("=");
    if (name === undefined || name === "" || rest.length === 0) {
      throw wrongUsage(`${quoted(text)} is not a parameter: write it as name=value, such as npi=1234567893.`);
    }
    const value = rest.join("=");
    const before = parameters.get(name);
    parameters.set(name, before === undefined ? value : [before, value].flat());
  }
  return Object.fromEntries(parameters);
}

export function reportFaults(faults: readonly RequestFault[]): void {
  for (const { message } of faults) notify(`error: ${message}`);
}

/** Opens a release for a command. A file that cannot be opened is a failure, not a bug. */
export function openRelease(file: string): Release {
  return opened(file, states);
}

/** A release that is opened for one state: the others cost nothing, and may be of another version of the program. */
export interface OpenedState {
  readonly release: Release;
  readonly source: StateInRelease;
}

export function openState(file: string, state: State): OpenedState {
  const release = opened(file, [state]);
  const source = release.states.get(state.code);
  if (source !== undefined) return { release, source };
  release.close();
  const whole = openRelease(file);
  whole.close();
  throw notHeld(file, state, [...whole.states.keys()]);
}

/** The failure of a command about a state that a release does not hold, with the codes of those that it holds. */
export function notHeld(file: string, { name, code }: State, held: readonly string[]): Error {
  return failure(`The release ${file} does not hold ${name} (${code}); it holds ${held.join(", ") || "no state"}.`);
}

function opened(file: string, needed: readonly State[]): Release {
  try {
    return open(file, needed);
  } catch (error) {
    throw failure(reasonOf(error));
  }
}

/** Says beside an answer that the release has made-up figures. */
export function warnOfTestData({ description }: Release): void {
  const warning = madeUpWarning(description.sources);
  if (warning !== null) notify(`warning: ${warning}`);
}
