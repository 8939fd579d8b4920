import { Refusal } from "./refusal.ts";

/** Major, minor and patch. Versions for trial (`1.0.0-beta.1`) are not made. */
type Version = readonly [major: number, minor: number, patch: number];

export function versionOf(text: string): Version {
  const [, major, minor, patch] = /^(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})$/.exec(text) ?? [];
  if (patch === undefined) throw new Refusal(`"${text}" is no version: expected three numbers, such as 1.4.0.`);
  return [Number(major), Number(minor), Number(patch)];
}

export function isLess(one: Version, other: Version): boolean {
  const place = one.findIndex((number, index) => number !== other[index]);
  return place !== -1 && (one[place] ?? 0) < (other[place] ?? 0);
}

/**
 * The least version that may follow. A changed answer is a change of the API, so it is never a patch: a new major version, and
 * before 1.0.0, where semantic versioning allows it, a new minor one.
 */
export function leastAfter([major, minor, patch]: Version, hasChangedAnswers: boolean): Version {
  if (!hasChangedAnswers) return [major, minor, patch + 1];
  return major === 0 ? [0, minor + 1, 0] : [major + 1, 0, 0];
}
