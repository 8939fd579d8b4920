import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { KINDS } from "./changelog.ts";
import type { Options } from "./options.ts";
import { type Plan, planOf } from "./plan.ts";

/** Makes the package of a repository into a folder; the path of the packed file. */
type MakePackage = (root: string, out: string) => Promise<string>;

/** Prepares a version, and tells what was done and what is left to do by hand. */
export async function release(
  root: string,
  { version, isDryRun }: Options,
  day: string,
  makePackage: MakePackage,
): Promise<string> {
  const plan = planOf(root, version, day);
  if (isDryRun) return `${summary(plan)}\nNothing was written (--dry-run).`;
  const file = await packed(root, plan, makePackage);
  return `${summary(plan)}\n${file} is made. Look at the changes, then:\n\n${gitCommands(plan)}`;
}

/** The package of the new version; where it cannot be made, the files are as they were. */
async function packed(root: string, { changes }: Plan, makePackage: MakePackage): Promise<string> {
  try {
    for (const { path, after } of changes) writeFileSync(join(root, path), after);
    return await makePackage(root, join(root, "dist"));
  } catch (failure) {
    for (const { path, before } of changes) writeFileSync(join(root, path), before);
    throw failure;
  }
}

function summary({ version, previous, entries, changes }: Plan): string {
  const counts = KINDS.map((kind) => ({ kind, count: entries.filter((entry) => entry.kind === kind).length }));
  return [
    `Ratebook ${version}, after ${previous}`,
    ...counts.filter(({ count }) => count > 0).map(({ kind, count }) => `  ${kind}: ${count}`),
    `Files: ${changes.map(({ path }) => path).join(", ")}`,
  ].join("\n");
}

/** Told, not run: what others see is put there by a person. */
function gitCommands({ version, changes }: Plan): string {
  return [
    `git add ${changes.map(({ path }) => path).join(" ")}`,
    `git commit -m "Ratebook ${version}"`,
    `git tag -a v${version} -m "Ratebook ${version}"`,
    `git push origin HEAD v${version}`,
  ]
    .map((command) => `    ${command}`)
    .join("\n");
}
