import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { failure } from "../../src/core/runtime/failure.ts";

/** What decides a price: the random datasets with their answers judge it too. */
const DECIDES_PRICES = /^src\/(?:core\/money|core\/calendar|pricing|states)\//;

/** The folders of tests for the files that differ from a commit, those that git does not know yet included. */
export function testsOfChanges(root: string, reference: string): readonly string[] {
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).split("\n");
  let changed: readonly string[];
  try {
    changed = [...git("diff", "--name-only", reference, "--"), ...git("ls-files", "--others", "--exclude-standard")];
  } catch {
    throw failure(`git knows no commit ${reference}. Name a commit or a branch, or none for what is not committed.`);
  }
  const tests = changed.flatMap((path) => {
    const own = testsOf(root, path);
    return DECIDES_PRICES.test(path) ? [...own, "test/conformance/"] : own;
  });
  return [...new Set(tests)];
}

/** Tests mirror the source: `src/states/ga/outpatient/asc.ts` has `test/states/ga/`, `web/src/answer` has `test/web/answer/`. */
function testsOf(root: string, path: string): readonly string[] {
  if (path.endsWith(".test.ts")) return existsSync(join(root, path)) ? [path] : [];
  if (path.endsWith(".md")) return ["test/docs/"];
  const [top, ...names] = path.replace(/^web\/src\//, "src/web/").split("/");
  if (top !== "src" && top !== "test") return [];
  const folders = [names.slice(0, 2), names.slice(0, 1)].map((part) => `test/${part.join("/")}/`);
  return folders.filter((folder) => existsSync(join(root, folder))).slice(0, 1);
}
