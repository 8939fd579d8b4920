import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Entry, unreleasedEntries, withRelease } from "./changelog.ts";
import { MANIFESTS, versionIn, withVersion } from "./manifests.ts";
import { Refusal } from "./refusal.ts";
import { isLess, leastAfter, versionOf } from "./version.ts";

/** A file of the repository, as it is and as it is to be. */
interface Change {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

export interface Plan {
  readonly version: string;
  readonly previous: string;
  readonly entries: readonly Entry[];
  readonly changes: readonly Change[];
}

/** What a version takes, or a refusal; nothing is written. */
export function planOf(root: string, version: string, day: string): Plan {
  const wanted = versionOf(version);
  refuseDirtyTree(root);
  const read = (path: string) => readFileSync(join(root, path), "utf8");
  const previous = versionIn(read("package.json"));
  if (!isLess(versionOf(previous), wanted)) throw new Refusal(`${version} is not greater than ${previous}.`);
  const changelog = read("CHANGELOG.md");
  const entries = unreleasedEntries(changelog);
  if (entries.length === 0) throw new Refusal("CHANGELOG.md has no unreleased entry: there is nothing to release.");
  const least = leastAfter(
    versionOf(previous),
    entries.some(({ kind }) => kind === "Changed answers"),
  );
  if (isLess(wanted, least)) {
    throw new Refusal(`Answers changed since ${previous}, so the next version is ${least.join(".")} at least.`);
  }
  const manifests = MANIFESTS.map(({ path, times }) => {
    const before = read(path);
    return { path, before, after: withVersion(before, path, times, previous, version) };
  });
  const dated = { path: "CHANGELOG.md", before: changelog, after: withRelease(changelog, version, day) };
  return { version, previous, entries, changes: [...manifests, dated] };
}

/** What is not committed would be in the package and not in the tag. */
function refuseDirtyTree(root: string): void {
  const status = execFileSync("git", ["status", "--porcelain"], { cwd: root, encoding: "utf8" }).trimEnd();
  if (status !== "") throw new Refusal(`The tree has changes that are not committed:\n${status}`);
}
