import { createHash, randomBytes } from "node:crypto";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type CataloguedRelease,
  CHUNK_BYTES,
  type ReleaseCatalogue,
  type ReleaseToPush,
} from "../../../../src/nodes/catalogue/release-catalogue.ts";
import { temporaryFolder } from "../../../serve/operations/support/running-server.ts";

/** A place for catalogues, which tests of both kinds are given. */
export interface CatalogueTrial {
  /** An empty catalogue. */
  open(): Promise<ReleaseCatalogue>;
  /** Another one over the same releases, as another process has it. */
  again(): Promise<ReleaseCatalogue>;
  /** From now on a node serves this. */
  serve(release: ReleaseToPush): Promise<void>;
  close(): Promise<void>;
}

const BY = "tester@here";

/** What every catalogue does. */
export function catalogueContract(name: string, begin: () => Promise<CatalogueTrial>): void {
  describe(`the catalogue ${name}`, () => {
    const folder = temporaryFolder();
    let trial: CatalogueTrial;
    let catalogue: ReleaseCatalogue;

    beforeAll(async () => {
      trial = await begin();
    });

    afterAll(async () => {
      await trial.close();
      folder.remove();
    });

    beforeEach(async () => {
      catalogue = await trial.open();
    });

    afterEach(() => catalogue.close());

    const file = (version: string, bytes: number) => fileToPush(folder.path, version, bytes);

    const push = (release: ReleaseToPush, to = catalogue) => to.push(release, () => {});

    test("a release comes back as it was pushed, whatever its size is to that of a chunk", async () => {
      for (const size of [1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 2 * CHUNK_BYTES]) {
        const release = file(`of ${size}`, size);
        let notices = 0;
        const outcome = await catalogue.push(release, (bytes) => {
          notices += bytes;
        });
        expect(outcome).toBe("pushed");
        expect(notices).toBe(size);
        const [listed] = await catalogue.list();
        expect(listed).toMatchObject({ version: `of ${size}`, bytes: size, sha256: release.sha256, pushedBy: BY });
        expect(await isTheSame(catalogue, listed as CataloguedRelease, release)).toBe(true);
      }
    });

    test("the same bytes are there already, and sent once", async () => {
      const release = file("2026.1", 100);
      expect(await push(release)).toBe("pushed");
      let notices = 0;
      const again = await catalogue.push(release, (bytes) => {
        notices += bytes;
      });
      expect(again).toBe("already there");
      expect(notices).toBe(0);
      expect(await catalogue.list()).toHaveLength(1);
    });

    test("the same content in other bytes takes their place, and stays active", async () => {
      const old = file("2026.1", 100);
      await push(old);
      await catalogue.activate(old.contentHash, BY);
      const rebuilt = { ...file("2026.1", 2 * CHUNK_BYTES), contentHash: old.contentHash };
      expect(await push(rebuilt)).toBe("renewed");
      const active = (await catalogue.active()) as CataloguedRelease;
      expect(active.sha256).toBe(rebuilt.sha256);
      expect(await isTheSame(catalogue, active, rebuilt)).toBe(true);
      expect(await catalogue.list()).toHaveLength(1);
    });

    test("a file that changes while it is pushed becomes no release", async () => {
      const release = file("2026.1", 3 * CHUNK_BYTES);
      const pushing = catalogue.push(release, () => appendFileSync(release.file, "more"));
      await expect(pushing).rejects.toThrow();
      expect(await catalogue.list()).toEqual([]);
    });

    test("two push the same at once: one release, and both are content", async () => {
      const release = file("2026.1", 3 * CHUNK_BYTES);
      const other = await trial.again();
      const outcomes = await Promise.all([push(release), push(release, other)]);
      await other.close();
      expect(outcomes.toSorted()).toEqual(["already there", "pushed"]);
      const [only, ...more] = await catalogue.list();
      expect(more).toEqual([]);
      expect(await isTheSame(catalogue, only as CataloguedRelease, release)).toBe(true);
    });

    test("two push different releases at once: both are there, whole", async () => {
      const releases = [file("2026.1", 3 * CHUNK_BYTES), file("2026.2", 3 * CHUNK_BYTES)] as const;
      const other = await trial.again();
      expect(await Promise.all([push(releases[0]), push(releases[1], other)])).toEqual(["pushed", "pushed"]);
      await other.close();
      for (const release of releases) {
        const listed = (await catalogue.list()).find(({ contentHash }) => contentHash === release.contentHash);
        expect(await isTheSame(catalogue, listed as CataloguedRelease, release)).toBe(true);
      }
    });

    test("one is active, the last that was activated; each change is in the history", async () => {
      const [one, two] = [file("2026.1", 10), file("2026.2", 20)];
      await push(one);
      await push(two);
      expect(await catalogue.active()).toBeNull();
      expect(await catalogue.activate(one.contentHash, BY)).toBe(true);
      expect(await catalogue.activate(two.contentHash, BY)).toBe(true);
      expect(await catalogue.activate(two.contentHash, BY)).toBe(false);
      expect(await catalogue.activate(one.contentHash, BY)).toBe(true);
      expect((await catalogue.active())?.version).toBe("2026.1");
      const history = await catalogue.activations();
      expect(history.map(({ version }) => version)).toEqual(["2026.1", "2026.2", "2026.1"]);
      expect(history[0]).toMatchObject({ contentHash: one.contentHash, activatedBy: BY });
    });

    test("what is not there cannot be activated", async () => {
      await expect(catalogue.activate("0".repeat(64), BY)).rejects.toThrow(/There is no release 0+ any longer/);
      expect(await catalogue.active()).toBeNull();
    });

    test("pruning keeps the last ones, the active one and what a node serves", async () => {
      const releases = [1, 2, 3, 4, 5].map((number) => file(`2026.${number}`, 10 * number));
      for (const release of releases) await push(release);
      await catalogue.activate((releases[0] as ReleaseToPush).contentHash, BY);
      await trial.serve(releases[2] as ReleaseToPush);
      expect((await catalogue.nodes()).map(({ releaseVersion }) => releaseVersion)).toEqual(["2026.3"]);
      const removed = await catalogue.prune(1);
      expect(removed.map(({ version }) => version).toSorted()).toEqual(["2026.2", "2026.4"]);
      const left = await catalogue.list();
      expect(left.map(({ version }) => version)).toEqual(["2026.5", "2026.3", "2026.1"]);
      for (const release of left) expect(await bytesOf(catalogue, release)).toHaveLength(release.bytes);
      expect(await catalogue.prune(1)).toEqual([]);
    });
  });
}

/** A file of random bytes; a catalogue does not look into it. */
export function fileToPush(folder: string, version: string, size: number): ReleaseToPush {
  const bytes = randomBytes(size);
  const file = join(folder, `${randomBytes(6).toString("hex")}.db`);
  writeFileSync(file, bytes);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const contentHash = createHash("sha256").update("content").update(bytes).digest("hex");
  return { file, name: "rates", version, contentHash, bytes: size, sha256, pushedBy: BY };
}

async function isTheSame(catalogue: ReleaseCatalogue, listed: CataloguedRelease, pushed: ReleaseToPush) {
  return (await bytesOf(catalogue, listed)).equals(readFileSync(pushed.file));
}

export async function bytesOf(catalogue: ReleaseCatalogue, release: CataloguedRelease): Promise<Buffer> {
  const chunks: Buffer[] = [];
  // A chunk is good until the next is asked for.
  for await (const chunk of catalogue.read(release)) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
