import { once } from "node:events";
import { copyFileSync, existsSync, renameSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { states } from "../../src/states/index.ts";
import { twoReleases } from "../serve/operations/node/support/two-releases.ts";
import { childrenOf } from "../serve/operations/support/fixture-home.ts";
import { RunningServer, temporaryFolder } from "../serve/operations/support/running-server.ts";
import { SOON } from "../support/waiting.ts";
import { statusFor } from "./support/host-status.ts";
import { createKey, RATEBOOK, ratebook, serve } from "./support/ratebook.ts";

const HOSTS = ["localhost", "127.0.0.1:80", "rates.example", "evil.example"];

function statusesOf({ port }: RunningServer): Promise<readonly (number | undefined)[]> {
  return Promise.all(HOSTS.map((host) => statusFor(port, host)));
}

describe("serve", () => {
  /** For what asks a server a dozen times at each try. */
  const SOME_TIME = { timeout: 120_000, interval: 500 };
  /** Clients that leave the machine to those whom they ask. */
  const PACE_MILLISECONDS = 25;
  const API = "/api/v1/ca";
  const [california] = states;
  const LOOKUP = { ...california?.lookups[0]?.examples[0]?.query };
  const QUERY = new URLSearchParams(LOOKUP);

  const folder = temporaryFolder();
  const release = join(folder.path, "served.db");
  const servers: RunningServer[] = [];
  let first: string;
  let later: string;

  beforeAll(async () => {
    [first, later] = await twoReleases(folder.path);
    publish(first);
  });

  afterAll(async () => {
    for (const server of servers) {
      server.process.kill("SIGKILL");
      await server.ended();
    }
    folder.remove();
  });

  /** Puts a release in the place of the one that is served, as `build` does. */
  function publish(file: string): void {
    copyFileSync(file, `${release}.new`);
    renameSync(`${release}.new`, release);
  }

  async function started(home: string, ...options: string[]): Promise<RunningServer> {
    const server = serve(release, home, ...options);
    servers.push(server);
    return await server.started();
  }

  function authorized(token: string): RequestInit {
    return { headers: { authorization: `Bearer ${token}` } };
  }

  const inFolder = (name: string) => join(folder.path, name);

  /** What a server says that does not start, and what it ends with. */
  async function refused(workers: string, options: readonly string[]) {
    const command = ["serve", "--release", release, "--home", inFolder("home"), "--port", "0", "--workers", workers];
    const { code, stderr } = await ratebook([...command, ...options]);
    return { code, lines: stderr.trimEnd().split("\n") };
  }

  test.each([
    ["that is a file", "1", "first.db", /^error: The home folder .*first\.db cannot be used \(.+/],
    ["below a file", "2", "first.db/home", /^error: The home folder .*home cannot be used \(.+/],
  ])("a home %s ends a server at once with 1 and one sentence", async (_what, workers, home, sentence) => {
    expect(await refused(workers, ["--home", inFolder(home)])).toEqual({
      code: 1,
      lines: [expect.stringMatching(sentence)],
    });
  });

  describe("a server of one process", () => {
    const home = join(folder.path, "of one process");
    let server: RunningServer;
    let key: string;

    beforeAll(async () => {
      server = await started(home);
    });

    test("says nothing but its log away from a terminal, though there is no key yet", async () => {
      expect(server.log.map(({ event }) => event)).toEqual(["starting", "listening"]);
      expect(server.complaints).toBe("");
      ({ key } = await createKey(home, "--rate", "off"));
    });

    test("has nothing of what a request carried in its log and metrics", async () => {
      const wrongKey = "rb_live_SENTINELwrongkey";
      const sentinel = { ...LOOKUP, reference_id: "SENTINEL-reference", provider_name: "SENTINEL-name" };
      const query = new URLSearchParams(sentinel);
      const post = (body: string) => ({
        method: "POST",
        body,
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json", "x-note": "SENTINEL-header" },
      });
      const paths: readonly (readonly [string, RequestInit])[] = [
        [`${API}/outpatient/rate?${query}`, authorized(key)],
        [`${API}/outpatient/rate?${query}&SENTINEL-parameter=1`, authorized(key)],
        [`${API}/outpatient/rate?reference_id=${"SENTINEL".repeat(20)}`, authorized(key)],
        [`${API}/outpatient/rate?${query}`, authorized(wrongKey)],
        [`${API}/outpatient/rate?${query}&api_key=${key}`, authorized(key)],
        [`${API}/SENTINEL-path?${query}`, authorized(key)],
        [`/SENTINEL-path/${key}`, {}],
        [`${API}/outpatient/rate/batch`, post(JSON.stringify({ requests: [sentinel, "SENTINEL-item"] }))],
        [`${API}/outpatient/rate/batch`, post("SENTINEL is not JSON")],
        [`${API}/providers/search?provider_name=SENTINEL`, authorized(key)],
      ];
      for (const [path, options] of paths) await (await server.fetch(path, options)).text();
      const metrics = await (await server.fetch("/metrics")).text();
      await server.logged("request", paths.length);
      const everything = server.output + server.complaints + metrics;
      expect(everything).toContain("/outpatient/rate/batch");
      // Probes and scrapes that succeed are no lines at info.
      expect(server.events("request").map(({ route }) => route)).not.toContain("/metrics");
      expect(everything).not.toMatch(/SENTINEL/i);
      expect(everything).not.toContain(key);
      expect(everything).not.toContain(key.slice(8, 30));
      expect(everything).not.toContain(LOOKUP.npi);
    });

    test("answers to its own names on a loopback address", async () => {
      expect(await statusesOf(server)).toEqual([200, 200, 421, 421]);
    });

    test("gives a key over its limit a time to retry, and other keys none", async () => {
      const made = await createKey(home, "--rate", "6");
      const ask = () => server.fetch(`${API}/outpatient/rate?${QUERY}`, authorized(made.key));
      const refused = await vi.waitFor(async () => {
        const answer = await ask();
        expect(answer.status).toBe(429);
        return answer;
      }, SOON);
      expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(10);
      expect((await server.fetch(`${API}/outpatient/rate?${QUERY}`, authorized(key))).status).toBe(200);
    });

    test("lets a batch whose body is still arriving finish when it receives a stop signal, and ends with 0", async () => {
      const body = JSON.stringify({ requests: Array.from({ length: 1_000 }, () => LOOKUP) });
      const answer = Promise.withResolvers<{ readonly status: number | undefined; readonly text: string }>();
      const headers = {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        "content-length": body.length,
        expect: "100-continue",
      };
      const options = { port: server.port, path: `${API}/outpatient/rate/batch`, method: "POST", headers };
      const batch = request(options, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (part) => {
          text += part;
        });
        response.on("end", () => answer.resolve({ status: response.statusCode, text }));
      });
      batch.on("error", answer.reject);
      // Said when the server has let the batch in by its headers.
      await once(batch, "continue");
      batch.write(body.slice(0, 1_000));

      server.process.kill("SIGTERM");
      await server.logged("stopping");
      batch.end(body.slice(1_000));
      const { status, text } = await answer.promise;
      expect(status).toBe(200);
      expect(JSON.parse(text)).toMatchObject({ batch_size: 1_000 });
      expect(await server.ended()).toBe(0);
    });
  });

  /** Makes a terminal for a command; part of every Linux with a shell for people. */
  const SCRIPT = "/usr/bin/script";

  test.runIf(process.platform === "linux" && existsSync(SCRIPT))(
    "on a terminal, a server says where it is",
    async () => {
      const command = `exec ${RATEBOOK} serve --release ${release} --home ${join(folder.path, "new-home")} --port 0`;
      const server = new RunningServer(SCRIPT, ["-qec", command, "/dev/null"], {});
      servers.push(server);
      await vi.waitFor(
        () => expect(server.output).toMatch(/keys create --home \S+new-home --name me --states ca/),
        SOON,
      );
      expect(server.output).toMatch(/^Ratebook serves Ratebook sample \S+ on http:\/\/127\.0\.0\.1:[0-9]+;/m);
    },
  );

  describe("two processes", () => {
    const home = join(folder.path, "of two processes");
    let server: RunningServer;
    let key: string;

    beforeAll(async () => {
      ({ key } = await createKey(home, "--rate", "off"));
      server = await started(home, "--workers", "2", "--allowed-host", "rates.example,other.example");
    });

    async function version(): Promise<unknown> {
      const ready = (await (await server.fetch("/readyz")).json()) as {
        readonly release: { readonly version: string };
      };
      return ready.release.version;
    }

    test("open no debugger to the users of the machine when they receive SIGUSR1", async () => {
      for (const pid of [server.process.pid, ...childrenOf(server.process.pid)]) process.kill(pid as number, "SIGUSR1");
      expect((await server.fetch("/livez")).status).toBe(200);
      expect(server.complaints).toBe("");
    });

    test("answer to the names that they are given too", async () => {
      expect(await statusesOf(server)).toEqual([200, 200, 200, 421]);
    });

    test("take a new key at once and soon refuse a revoked one, in every worker", async () => {
      const made = await createKey(home);
      const statuses = async () => {
        const answers = Array.from({ length: 6 }, () =>
          server.fetch(`${API}/outpatient/rate?${QUERY}`, authorized(made.key)),
        );
        return new Set((await Promise.all(answers)).map(({ status }) => status));
      };
      expect(await statuses()).toEqual(new Set([200]));
      await ratebook(["keys", "revoke", made.id, "--home", home]);
      await vi.waitFor(async () => expect(await statuses()).toEqual(new Set([401])), SOME_TIME);
    });

    test("take up a new release under load without a failed request, and refuse a faulty one", async () => {
      /** Each with the code of its problem. */
      const statuses = new Set<string>();
      const load = { isOn: true, answered: 0 };
      const clients = Array.from({ length: 6 }, async (_, client) => {
        while (load.isOn) {
          const path = client % 2 === 0 ? `outpatient/rate?${QUERY}` : "providers/search?provider_name=medical";
          const answer = await server.fetch(`${API}/${path}`, authorized(key));
          const problem = /"code":"\w+"/.exec(await answer.text())?.[0];
          statuses.add(answer.ok ? "200" : `${answer.status} ${problem}`);
          load.answered += 1;
          await wait(PACE_MILLISECONDS);
        }
      });
      const someAnswers = async () => {
        const before = load.answered;
        await vi.waitFor(() => expect(load.answered).toBeGreaterThan(before + 50), SOON);
      };

      const before = await version();
      await someAnswers();
      publish(later);
      const swapped = await ratebook(["reload", "--home", home]);
      expect(swapped).toMatchObject({ code: 0, stdout: expect.stringMatching(/now serves Ratebook sample later \(/) });
      await someAnswers();

      writeFileSync(`${release}.new`, "this is not a release");
      renameSync(`${release}.new`, release);
      const refused = await ratebook(["reload", "--home", home]);
      expect(refused).toMatchObject({ code: 1, stdout: "" });
      expect(refused.stderr).toMatch(
        /refused the release and did not change what it serves; the last that it took up is Ratebook sample later .*served\.db is not a Ratebook release/,
      );
      await someAnswers();

      load.isOn = false;
      await Promise.all(clients);
      expect(before).not.toBe("later");
      expect(await version()).toBe("later");
      expect([...statuses]).toEqual(["200"]);
      expect((await server.logged("reload_refused"))[0]?.reason).toMatch(/served\.db is not a Ratebook release/);
    });

    test("count another file in the place of keys.db at once, and stop answering soon without one", async () => {
      const keysFile = join(home, "keys.db");
      const statuses = async (token: string) => {
        const answers = Array.from({ length: 12 }, () =>
          server.fetch(`${API}/outpatient/rate?${QUERY}`, {
            headers: { ...authorized(token).headers, connection: "close" },
          }),
        );
        return new Set((await Promise.all(answers)).map(({ status }) => status));
      };
      expect(await statuses(key)).toEqual(new Set([200]));

      const otherHome = join(folder.path, "restored from");
      const after = await createKey(otherHome, "--rate", "off");
      renameSync(join(otherHome, "keys.db"), keysFile);
      await vi.waitFor(async () => {
        expect(await statuses(after.key)).toEqual(new Set([200]));
        expect(await statuses(key)).toEqual(new Set([401]));
      }, SOME_TIME);
      await server.logged("keys_reopened", 2);

      renameSync(keysFile, `${keysFile}.away`);
      const [missing] = await server.logged("keys_missing", 2);
      expect(missing).not.toHaveProperty("error");
      const problems = expect.arrayContaining([expect.stringMatching(/keys\.db is missing/)]);
      expect(await (await server.fetch("/readyz")).json()).toMatchObject({ status: "degraded", problems });
      const until = new Set<number>();
      await vi.waitFor(async () => {
        const now = await statuses(after.key);
        for (const status of now) until.add(status);
        expect(now).toEqual(new Set([503]));
      }, SOME_TIME);
      // No request is refused in the meantime.
      expect([...until].filter((status) => status !== 200 && status !== 503)).toEqual([]);
      expect((await server.fetch("/readyz")).status).toBe(503);
      expect((await server.fetch("/livez")).status).toBe(200);

      renameSync(`${keysFile}.away`, keysFile);
      await vi.waitFor(async () => expect(await statuses(after.key)).toEqual(new Set([200])), SOME_TIME);
      await server.logged("keys_reopened", 4);
      expect(await server.stop()).toBe(0);
      const { stdout } = await ratebook(["audit", "list", "--home", home, "--json"]);
      const actions = (JSON.parse(stdout) as { readonly action: string }[]).map(({ action }) => action);
      expect(actions).toEqual([
        ...["key_created", "server_started", "key_created", "key_revoked", "release_reloaded", "release_refused"],
        ...["keys_reopened", "keys_reopened", "server_stopped"],
      ]);
    });
  });
});
