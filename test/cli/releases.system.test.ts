import { copyFileSync, existsSync, readFileSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { AuditEntry } from "../../src/keys/audit-log.ts";
import { states } from "../../src/states/index.ts";
import { twoReleases } from "../serve/operations/node/support/two-releases.ts";
import { RunningServer, temporaryFolder } from "../serve/operations/support/running-server.ts";
import { SOON as WAITING } from "../support/waiting.ts";
import { createKey, RATEBOOK, ratebook } from "./support/ratebook.ts";

describe("releases", () => {
  const SOON = { ...WAITING, interval: 50 };
  const folder = temporaryFolder();
  const home = join(folder.path, "home");
  let first: string;
  let later: string;
  let server: RunningServer | null = null;

  beforeAll(async () => {
    [first, later] = await twoReleases(folder.path);
  });

  afterAll(async () => {
    server?.process.kill("SIGKILL");
    await server?.ended();
    folder.remove();
  });

  function releases(...command: string[]) {
    return ratebook(["releases", ...command, "--home", home]);
  }

  test("what is no sound release is refused before anything is made", async () => {
    const [text, damaged] = [join(folder.path, "text.db"), join(folder.path, "damaged.db")];
    writeFileSync(text, "hello");
    expect(await releases("push", text)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/is not pushed: .*not a Ratebook release/),
    });
    copyFileSync(first, damaged);
    const { openSync, writeSync, closeSync } = await import("node:fs");
    const descriptor = openSync(damaged, "r+");
    writeSync(descriptor, Buffer.from([1, 2, 3, 4]), 0, 4, 50_000);
    closeSync(descriptor);
    expect(await releases("push", damaged)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/damaged.db is not pushed: .*are not those that were built/),
    });
    expect(await releases("push", join(folder.path, "none.db"))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("There is no file"),
    });
    expect(existsSync(join(home, "catalogue.db"))).toBe(false);
  });

  test("a home without a release says what would help, and nothing is made", async () => {
    const serve = await ratebook(["serve", "--home", home, "--port", "0"]);
    expect(serve).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("There is no release to serve: name a file with --release"),
    });
    for (const command of [["list"], ["activate", "1"], ["prune", "--keep", "1"]]) {
      expect(await releases(...command)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("No release has been pushed to the home"),
      });
    }
    expect(existsSync(join(home, "catalogue.db"))).toBe(false);
  });

  test("a server of a home serves its active release, and takes up another by itself", async () => {
    await createKey(home);
    expect(await releases("push", first, "--activate")).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/is pushed .*\n.*is active/),
    });
    server = new RunningServer(RATEBOOK, ["serve", "--home", home, "--port", "0"], {});
    const running = server;
    await vi.waitFor(() => expect(running.events("listening")).toHaveLength(1), SOON);
    running.port = running.events("listening")[0]?.port as number;

    expect(await releases("push", later)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("It is served once it is active"),
    });
    expect(await releases("push", later)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("is there already"),
    });
    expect(await releases("activate", "2099")).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/no release "2099"\. Known are later/),
    });
    expect(await releases("activate", "later")).toMatchObject({ code: 0 });
    await vi.waitFor(async () => {
      const ready = (await (await running.fetch("/readyz")).json()) as {
        release: { version: string };
        database?: string;
      };
      expect(ready.release.version).toBe("later");
      expect(ready.database).toBeUndefined();
    }, SOON);
    const listed = await releases("list");
    expect(listed.stdout).toMatch(/^\* +later .*:\d+$/m);
    expect(await running.stop()).toBe(0);
  });
});

describe("damaged release", () => {
  /* The server as it runs, while the bytes of its release change under it: one server goes through all of it. */

  const SOON = { ...WAITING, interval: 50 };
  const folder = temporaryFolder();
  const [california] = states;
  const LOOKUP = `/api/v1/ca/outpatient/rate?${new URLSearchParams(california?.lookups[0]?.examples[0]?.query)}`;
  const SEARCH = "/api/v1/ca/providers/search?provider_name=hospital";
  let sound: string;
  let other: string;

  beforeAll(async () => {
    [sound, other] = await twoReleases(folder.path);
  });

  afterAll(() => folder.remove());

  /** The release with every page but the first overwritten: a third of it was accepted once. */
  function spoilt(): Buffer {
    const bytes = readFileSync(sound);
    for (let at = 8_192; at < bytes.length - 8_192; at += 7) bytes[at] = (bytes[at] as number) ^ 0x5a;
    return bytes;
  }

  describe.each([1, 2])("a server of %d process(es)", (workers) => {
    const home = join(folder.path, `home-${workers}`);
    const served = join(folder.path, `served-${workers}.db`);
    let server: RunningServer;
    let key: string;

    beforeAll(async () => {
      copyFileSync(sound, served);
      ({ key } = await createKey(home));
      const command = ["serve", "--release", served, "--home", home, "--port", "0", "--workers", String(workers)];
      server = new RunningServer(RATEBOOK, command, {});
      await server.started();
    });

    afterAll(async () => {
      server.process.kill("SIGKILL");
      await server.ended();
    });

    const ask = (path: string) => server.fetch(path, { headers: { authorization: `Bearer ${key}` } });

    async function readiness(): Promise<{ readonly status: number; readonly body: Readonly<Record<string, unknown>> }> {
      const response = await server.fetch("/readyz");
      return { status: response.status, body: (await response.json()) as Readonly<Record<string, unknown>> };
    }

    async function version(): Promise<unknown> {
      const { body } = await readiness();
      return (body.release as { readonly version: unknown } | undefined)?.version;
    }

    /** Puts another file in the place of the one that is served. */
    function replace(content: Buffer | string): void {
      writeFileSync(`${served}.new`, content);
      renameSync(`${served}.new`, served);
    }

    /** Does something to the file, and waits until every process has logged an event once more. */
    async function untilAllLog(event: string, work: () => void) {
      const before = server.events(event).length;
      work();
      return (await server.logged(event, before + workers)).slice(before);
    }

    test.runIf(workers === 1)("is not reached by an activation in its home, and the command says so", async () => {
      await ratebook(["releases", "push", sound, "--activate", "--home", home]);
      await ratebook(["releases", "push", other, "--home", home]);
      const activated = await ratebook(["releases", "activate", "later", "--home", home]);
      expect(activated).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/is active\. No running server takes it up/),
      });
      const notFollowing = /Server \d+ on 127\.0\.0\.1:\d+ serves .* and does not follow the catalogue\./;
      expect(activated.stderr).toMatch(new RegExp(`^warning: ${notFollowing.source} Start it without --release`));
      expect(await version()).not.toBe("later");
    });

    test("answers on from a file that was only touched", async () => {
      const before = await Promise.all([LOOKUP, SEARCH].map(async (path) => (await ask(path)).text()));
      utimesSync(served, 1_000, 1_000);
      // Every process looks at the file once a second.
      for (const end = performance.now() + 2_500; performance.now() < end; await wait(250)) {
        const after = await Promise.all([LOOKUP, SEARCH].map(async (path) => (await ask(path)).text()));
        expect(after).toEqual(before);
      }
      expect((await readiness()).body).toMatchObject({ status: "ready", file: "unchanged" });
      expect(server.events("release_damaged")).toEqual([]);
    });

    test("reports a file that was replaced until it is reloaded, and serves the old one", async () => {
      const before = await (await ask(LOOKUP)).text();
      const [replaced] = await untilAllLog("release_file_replaced", () => replace(readFileSync(other)));
      expect(replaced).toMatchObject({ level: "warn", file: served, reason: "replaced" });
      const problems = [expect.stringContaining("ratebook reload")];
      expect((await readiness()).body).toMatchObject({ status: "ready", file: "replaced", problems });
      expect(await (await ask(LOOKUP)).text()).toBe(before);
      expect((await ratebook(["reload", "--home", home])).code).toBe(0);
      expect((await readiness()).body).toMatchObject({ file: "unchanged", release: { version: "later" } });
      expect(server.events("release_file_replaced")).toHaveLength(workers);
      expect(server.events("release_damaged")).toEqual([]);
    });

    test("whose file is overwritten answers 503 and nothing else, and heals when the file is put right", async () => {
      replace(readFileSync(sound));
      expect((await ratebook(["reload", "--home", home])).code).toBe(0);
      const before = await (await ask(LOOKUP)).text();
      const [damaged] = await untilAllLog("release_damaged", () => writeFileSync(served, spoilt()));
      expect(damaged).toMatchObject({
        level: "error",
        file: served,
        table: expect.any(String),
        reason: expect.any(String),
      });
      for (const path of [LOOKUP, SEARCH]) {
        const response = await ask(path);
        expect(response.status).toBe(503);
        expect(await response.json()).toMatchObject({
          code: "not_ready",
          detail: expect.stringContaining("found to be damaged and is being opened again"),
        });
      }
      expect((await readiness()).status).toBe(503);
      await server.logged("release_not_reopened", workers);

      await untilAllLog("release_reopened", () => copyFileSync(sound, served));
      await vi.waitFor(async () => expect((await readiness()).status).toBe(200), SOON);
      expect(await (await ask(LOOKUP)).text()).toBe(before);
      expect(server.events("request_failed")).toEqual([]);
    });

    test("takes up another release that is copied over its file, in all processes, as often as one is, and says so", async () => {
      const first = await version();
      // A process takes it up by itself, or because the first that did notifies the others: the log need not say which.
      copyFileSync(other, served);
      await vi.waitFor(async () => {
        for (let count = 0; count < 10; count += 1) expect(await version()).toBe("later");
      }, SOON);
      const [taken] = await server.logged("release_taken_up");
      expect(taken).toMatchObject({ level: "warn", version: "later" });

      copyFileSync(sound, served);
      await vi.waitFor(async () => expect(await version()).toBe(first), SOON);
      await server.logged("release_taken_up", 2);
      const { stdout } = await ratebook(["audit", "list", "--home", home, "--json"]);
      const entries = (JSON.parse(stdout) as AuditEntry[]).filter(({ action }) => action === "release_taken_up");
      expect(entries.at(-1)?.subject).toMatchObject({ version: first, previous_hash: taken?.hash });

      // What reload reports is what is served.
      replace("no release");
      const { stderr } = await ratebook(["reload", "--home", home]);
      expect(stderr).toContain(`the last that it took up is Ratebook sample ${first}`);
    });

    test("refuses to reload a damaged file, with the reason, and goes on with the old one", async () => {
      replace(spoilt());
      const { code, stderr } = await ratebook(["reload", "--home", home]);
      expect(code).toBe(1);
      expect(stderr).toMatch(/is damaged: bytes \d+ to \d+ are not those that were built/);
      expect((await ask(LOOKUP)).status).toBe(200);
      expect((await readiness()).status).toBe(200);
    });
  });
});
