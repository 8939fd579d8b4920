import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import {
  CHUNK_BYTES,
  type ReleaseCatalogue,
  type ReleaseToPush,
} from "../../../../src/nodes/catalogue/release-catalogue.ts";
import { temporaryFolder } from "../../../serve/operations/support/running-server.ts";
import { SOON } from "../../../support/waiting.ts";
import { bytesOf, fileToPush } from "./catalogue-contract.ts";
import { OtherProcess, type TrialPlace } from "./other-process.ts";

export interface LockTrial {
  /** An empty catalogue. */
  open(): Promise<ReleaseCatalogue>;
  /** Where the last one that was opened is. */
  place(): TrialPlace;
  /** How many files of releases are stored there, with a record or without. */
  filesStored(): Promise<number>;
}

/** Enough for what is done without its lock to go wrong. */
const ROUNDS = 3;

/** Short beside the time that it takes to push, and others come to their turn. */
const BETWEEN_PRUNES_MILLISECONDS = 5;

/** What every catalogue does for several processes at once. */
export function catalogueLockContract(name: string, trial: LockTrial): void {
  describe(`the catalogue ${name}, used by two processes at once`, () => {
    const files = temporaryFolder();
    let catalogue: ReleaseCatalogue;
    let one: OtherProcess;
    let other: OtherProcess;

    beforeAll(async () => {
      [one, other] = await Promise.all([OtherProcess.start(), OtherProcess.start()]);
    });

    afterAll(async () => {
      await Promise.all([one.kill(), other.kill()]);
      files.remove();
    });

    beforeEach(async () => {
      catalogue = await trial.open();
    });

    afterEach(() => catalogue.close());

    const file = (version: string, bytes: number) => fileToPush(files.path, version, bytes);

    /** Every record has its file as it was pushed, and every file its record. */
    async function expectWhole(pushed: readonly ReleaseToPush[]): Promise<void> {
      const listed = await catalogue.list();
      for (const release of listed) {
        const source = pushed.find(({ contentHash }) => contentHash === release.contentHash) as ReleaseToPush;
        expect((await bytesOf(catalogue, release)).equals(readFileSync(source.file))).toBe(true);
      }
      // PostgreSQL notices soon, but not at once, that a session has ended, and only then clears what it left.
      await vi.waitFor(async () => {
        await catalogue.prune(listed.length);
        expect(await trial.filesStored()).toBe(listed.length);
      }, SOON);
    }

    test("both push the same: it is there once, and both are content", async () => {
      const release = file("2026.1", 3 * CHUNK_BYTES);
      const outcomes = await Promise.all([one.push(trial.place(), release), other.push(trial.place(), release)]);
      expect(outcomes.toSorted()).toEqual(["already there", "pushed"]);
      expect(await catalogue.list()).toHaveLength(1);
      await expectWhole([release]);
    });

    test("each pushes its own: both are there, whole", async () => {
      const releases = [file("2026.1", 3 * CHUNK_BYTES), file("2026.2", 3 * CHUNK_BYTES)] as const;
      const pushing = [one.push(trial.place(), releases[0]), other.push(trial.place(), releases[1])];
      expect(await Promise.all(pushing)).toEqual(["pushed", "pushed"]);
      expect(await catalogue.list()).toHaveLength(2);
      await expectWhole(releases);
    });

    test("both prune: each release is removed by one of them", async () => {
      const releases = Array.from({ length: 12 }, (_, number) => file(`2026.${number}`, 10));
      for (const release of releases) await catalogue.push(release, () => {});
      const removed = await Promise.all([one.prune(trial.place(), 2), other.prune(trial.place(), 2)]);
      const versions = removed.flat().map(({ version }) => version);
      expect(versions.toSorted()).toEqual(
        releases
          .slice(0, -2)
          .map(({ version }) => version)
          .toSorted(),
      );
      expect(await catalogue.list()).toHaveLength(2);
      await expectWhole(releases);
    });

    test("both push what is pruned again and again: it is there whole, or not at all", async () => {
      const release = file("2026.1", 4 * CHUNK_BYTES);
      for (let round = 0; round < ROUNDS; round += 1) {
        let isPushed = false;
        const pushing = Promise.all([one.push(trial.place(), release), other.push(trial.place(), release)]);
        const pruning = (async () => {
          for (; !isPushed; await wait(BETWEEN_PRUNES_MILLISECONDS)) await catalogue.prune(0);
        })();
        await pushing.finally(() => {
          isPushed = true;
        });
        await pruning;
        await expectWhole([release]);
      }
    });

    test("one is killed while it pushes: nothing of it is seen, and the other is not kept waiting", async () => {
      const [killed, next] = [file("2026.1", 3 * CHUNK_BYTES), file("2026.2", 3 * CHUNK_BYTES)];
      const pusher = await OtherProcess.start();
      onTestFinished(() => pusher.kill());
      await pusher.stallWhilePushing(trial.place(), killed);
      expect(await catalogue.list()).toEqual([]);
      const pushing = other.push(trial.place(), next);
      await pusher.kill();
      expect(await pushing).toBe("pushed");
      expect((await catalogue.list()).map(({ version }) => version)).toEqual(["2026.2"]);
      await expectWhole([next]);
    });
  });
}
