import type { State } from "../pricing/state.ts";
import type { Setting } from "../providers/definition.ts";
import { failure } from "../reading/failure.ts";
import { quoted } from "../reading/refusal.ts";
import type { Release, StateInRelease } from "../release/release.ts";
import type { RequestFault } from "../request/read.ts";
import { tell } from "./output.ts";
import { wrongUsage } from "./usage.ts";

/** The state that a command names. */
export function stateNamed(code: string, states: readonly State[]): State {
  const state = states.find((candidate) => candidate.code === code.toLowerCase());
  if (state !== undefined) return state;
  throw wrongUsage(
    `${quoted(code)} is not a state of Ratebook; known are ${states.map((each) => each.code).join(", ")}.`,
  );
}

/** The setting that a command names. */
export function settingNamed(text: string): Setting {
  if (text === "outpatient" || text === "inpatient") return text;
  throw wrongUsage(`${quoted(text)} is not a setting: write outpatient or inpatient.`);
}

/** Parameters written as name=value, as a query string would carry them. */
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

/** A state of a release. */
export function stateIn(release: Release, { code, name }: State): StateInRelease {
  const source = release.states.get(code);
  if (source !== undefined) return source;
  const held = [...release.states.keys()].join(", ") || "no state";
  throw failure(`The release ${release.file} does not hold ${name} (${code}); it holds ${held}.`);
}

export function tellFaults(faults: readonly RequestFault[]): void {
  for (const { message } of faults) tell(`error: ${message}`);
}
