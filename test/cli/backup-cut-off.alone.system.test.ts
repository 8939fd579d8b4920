import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isFailure } from "../../src/core/runtime/failure.ts";
import { backUpHome } from "../../src/serve/operations/backup/backup.ts";
import { restoreHome } from "../../src/serve/operations/backup/restore.ts";
import { states } from "../../src/states/index.ts";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { releaseAt } from "../support/shared-release.ts";
import { filled, killed, momentsOf } from "./support/faulty-command.ts";
import { createKey, ratebook } from "./support/ratebook.ts";

/* `backup` and `restore` that are killed with -9, or find the disk full: all or nothing, and the next run clears what is left. */

const folder = temporaryFolder();
const home = join(folder.path, "home");
const good = join(folder.path, "good.tar");
const OLD = "the backup of yesterday";
const quietly = () => undefined;

beforeAll(async () => {
  await createKey(home);
  const release = join(folder.path, "rates.db");
  // A release without rows: it is verified again and again.
  await ratebook(["init", join(folder.path, "dataset"), "--states", "ga"]);
  await releaseAt(release, join(folder.path, "dataset"));
  await ratebook(["releases", "push", release, "--activate", "--home", home]);
  await backUpHome({ home, out: good, states }, quietly);
});

afterAll(() => folder.remove());

/** A folder for backups with yesterday's in it. */
function place(): string {
  const at = mkdtempSync(join(folder.path, "run-"));
  writeFileSync(join(at, "home.tar"), OLD);
  return at;
}

/** Every so many of them, and the last. */
function someOf(moments: readonly string[], stride: number): readonly string[] {
  return moments.filter((_, index) => index % stride === 0 || index === moments.length - 1);
}

/** The last of those with the same files, in which either the old backup or another is in its place. What is in unfinished files matters to nobody. */
function ofEveryState(moments: readonly string[]): readonly string[] {
  const stateOf = (moment: string) =>
    JSON.stringify([readdirSync(moment).sort(), readFileSync(join(moment, "home.tar"), "latin1") === OLD]);
  return [...new Map(moments.map((moment) => [stateOf(moment), moment])).values()];
}

/** The first and the last step of every kind. */
function ofEveryKind(steps: readonly string[]): readonly number[] {
  const numbers = Object.values(Object.groupBy([...steps.keys()], (index) => steps[index] as string));
  return [...new Set(numbers.flatMap((all = []) => [all[0], all.at(-1)]))].map((index) => (index as number) + 1);
}

function filesIn(at: string): Record<string, string> {
  const files = readdirSync(at, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(at.length + 1), readFileSync(path, "latin1")];
    }),
  );
}

async function isWhole(file: string): Promise<boolean> {
  const at = join(mkdtempSync(join(folder.path, "proof-")), "home");
  const { code } = await ratebook(["restore", file, "--home", at]);
  rmSync(at, { recursive: true, force: true });
  return code === 0;
}

describe("a backup", () => {
  test("that was killed leaves the old file, and nothing that the next one to that folder does not remove", async () => {
    const at = place();
    const out = join(at, "home.tar");
    const moments = await momentsOf(["backup", "--home", home, "--out", out], at, join(place(), "moments"));
    expect(moments.length).toBeGreaterThan(8);
    for (const moment of ofEveryState(moments)) {
      rmSync(at, { recursive: true });
      renameSync(moment, at);
      const isOld = readFileSync(out, "latin1") === OLD;
      expect(isOld || (await isWhole(out)), basename(moment)).toBe(true);
      // The next one has the name of another day.
      await backUpHome({ home, out: join(at, "next.tar"), states }, quietly);
      expect(
        readdirSync(at).filter((name) => !/^(?:home|next)\.tar$/.test(name)),
        basename(moment),
      ).toEqual([]);
    }
    await killed(["backup", "--home", home, "--out", join(at, "other.tar")], Math.floor(moments.length / 2));
    expect(existsSync(join(at, "other.tar"))).toBe(false);
    await backUpHome({ home, out, states }, quietly);
    expect(readdirSync(at).sort()).toEqual(["home.tar", "next.tar"]);
  });

  test("that finds the disk full names the file, and leaves the old one and nothing else", async () => {
    const { failure, steps } = await filled(
      () => backUpHome({ home, out: join(place(), "home.tar"), states }, quietly),
      0,
    );
    expect(failure).toBe(null);
    for (const step of ofEveryKind(steps)) {
      const at = place();
      const out = join(at, "home.tar");
      const ended = await filled(() => backUpHome({ home, out, states }, quietly), step);
      const call = `step ${step}, ${steps[step - 1]}: ${ended.failure}`;
      // Only the note about the owner of a lock can be done without.
      if (ended.failure !== null) {
        expect(isFailure(ended.failure), call).toBe(true);
        expect((ended.failure as Error).message).toMatch(/cannot be (?:written|copied|locked|used).*ENOSPC/);
        // The folder of backups could not be synchronised after the file had its name.
        const isLast = step === steps.length;
        expect(readFileSync(out, "latin1") === OLD || isLast, call).toBe(true);
      }
      expect(readdirSync(at), call).toEqual(["home.tar"]);
    }
  });
});

describe("a restore", () => {
  test("that was killed leaves a home that says so or has none of it, and can be repeated", async () => {
    const above = mkdtempSync(join(folder.path, "above-"));
    const at = join(above, "home");
    const moments = await momentsOf(["restore", good, "--home", at], above, join(place(), "moments"));
    expect(moments.length).toBeGreaterThan(8);
    const complete = Object.keys(filesIn(at)).sort();
    for (const moment of someOf(moments, 5)) {
      rmSync(above, { recursive: true });
      renameSync(moment, above);
      const isBegun = existsSync(join(at, ".restoring"));
      const { code, stderr } = await ratebook(["keys", "list", "--home", at]);
      const isComplete = code === 0;
      if (!isComplete)
        expect(stderr, basename(moment)).toMatch(isBegun ? /repeat "ratebook restore/ : /There is no home/);
      if (isComplete)
        expect(
          Object.keys(filesIn(at))
            .filter((name) => !name.startsWith(".lock"))
            .sort(),
        ).toEqual(complete);
      else await restoreHome({ file: good, home: at, states }, quietly);
      if (!isComplete) expect(Object.keys(filesIn(at)).sort(), basename(moment)).toEqual(complete);
    }
  });

  test("that finds the disk full leaves no home where there was none, and an empty one empty", async () => {
    const begin = (isThere: boolean) => {
      const at = join(mkdtempSync(join(folder.path, "full-")), "home");
      if (isThere) mkdirSync(at);
      return at;
    };
    const { failure, steps } = await filled(() => restoreHome({ file: good, home: begin(false), states }, quietly), 0);
    expect(failure).toBe(null);
    for (const [index, step] of ofEveryKind(steps).entries()) {
      const isThere = index % 2 === 0;
      const at = begin(isThere);
      const ended = await filled(() => restoreHome({ file: good, home: at, states }, quietly), step);
      const call = `step ${step}, ${steps[step - 1]}: ${ended.failure}`;
      if (ended.failure === null || step === steps.length) continue;
      expect(isFailure(ended.failure), call).toBe(true);
      expect(existsSync(at) ? readdirSync(at) : null, call).toEqual(existsSync(at) && isThere ? [] : null);
    }
  });

  test("of a home that a server left half-way is refused by name: nothing else starts in it", async () => {
    const at = join(folder.path, "half");
    cpSync(home, at, { recursive: true });
    writeFileSync(join(at, ".restoring"), "");
    for (const command of [["keys", "create", "--name", "x", "--states", "ca"], ["keys", "list"], ["usage"]]) {
      expect(await ratebook([...command, "--home", at])).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("A backup is being restored into"),
      });
    }
  });
});
