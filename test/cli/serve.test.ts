import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, cpSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { states } from "../../src/states/index.ts";
import { RunningServer, temporaryFolder } from "../operations/support/running-server.ts";
import { releaseAt } from "../support/shared-release.ts";
import { createKey, RATEBOOK, ratebook, SAMPLE, serve } from "./support/ratebook.ts";

const SOON = { timeout: 20_000, interval: 20 };
const API = "/api/v1/ca";
const [california] = states;
const LOOKUP = { ...california?.lookups[0]?.examples[0]?.query };
const QUERY = new URLSearchParams(LOOKUP);

const folder = temporaryFolder();
const home = join(folder.path, "home");
const release = join(folder.path, "served.db");
let key: string;
let servers: RunningServer[] = [];

beforeAll(async () => {
  await releaseAt(join(folder.path, "first.db"), SAMPLE);
  const later = join(folder.path, "later");
  cpSync(SAMPLE, later, { recursive: true });
  const about = JSON.parse(readFileSync(join(SAMPLE, "dataset.json"), "utf8")) as object;
  writeFileSync(join(later, "dataset.json"), JSON.stringify({ ...about, version: "later" }));
  await releaseAt(join(folder.path, "later.db"), later);
  ({ key } = await createKey(home, "--rate", "off"));
});

afterAll(() => folder.remove());

beforeEach(() => publish("first.db"));

afterEach(async () => {
  for (const server of servers) {
    server.process.kill("SIGKILL");
    await server.ended();
  }
  servers = [];
});

/** Puts a release in the place of the one that is served, as `build` does. */
function publish(name: string): void {
  copyFileSync(join(folder.path, name), `${release}.new`);
  renameSync(`${release}.new`, release);
}

async function started(...options: string[]): Promise<RunningServer> {
  const server = serve(release, home, ...options);
  servers.push(server);
  return await server.started();
}

describe.each(["1", "2"])("a server of %s process(es) that cannot use", (workers) => {
  const inFolder = (name: string) => join(folder.path, name);

  test.each([
    [
      "a home that is a file",
      ["--home", inFolder("first.db")],
      /^error: The home folder .*first\.db cannot be used \(.+/,
    ],
    [
      "a home below a file",
      ["--home", inFolder("first.db/home")],
      /^error: The home folder .*home cannot be used \(.+/,
    ],
    [
      "a log file in a folder that is missing",
      ["--log-file", inFolder("none/server.log")],
      /^error: The log file .*server\.log cannot be used \(ENOENT.+/,
    ],
    ["a log file that is a folder", ["--log-file", folder.path], /^error: The log file .* cannot be used \(EISDIR.+/],
    ["a FIFO that nobody reads", ["--log-file", inFolder("fifo")], /^error: The log file .*fifo cannot be used \(.+/],
  ])("%s ends at once with 1 and one sentence", async (_what, options, sentence) => {
    if (!existsSync(inFolder("fifo"))) execFileSync("mkfifo", [inFolder("fifo")]);
    const command = ["serve", "--release", release, "--home", home, "--port", "0", "--workers", workers];
    const { code, stderr } = await ratebook([...command, ...options]);
    expect(stderr.trimEnd().split("\n")).toEqual([expect.stringMatching(sentence)]);
    expect(code).toBe(1);
  });
});

function authorized(token = key): RequestInit {
  return { headers: { authorization: `Bearer ${token}` } };
}

async function version(server: RunningServer): Promise<unknown> {
  const ready = (await (await server.fetch("/readyz")).json()) as { readonly release: { readonly version: string } };
  return ready.release.version;
}

test("a new release is taken up under load without a failed request, and a faulty one is refused", async () => {
  const server = await started("--workers", "2");
  const statuses = new Set<number>();
  const load = { isOn: true, answered: 0 };
  const clients = Array.from({ length: 6 }, async (_, client) => {
    while (load.isOn) {
      const path = client % 2 === 0 ? `outpatient/rate?${QUERY}` : "providers/search?provider_name=medical";
      const answer = await server.fetch(`${API}/${path}`, authorized());
      await answer.text();
      statuses.add(answer.status);
      load.answered += 1;
    }
  });
  const someAnswers = async () => {
    const before = load.answered;
    await vi.waitFor(() => expect(load.answered).toBeGreaterThan(before + 50), SOON);
  };

  const before = await version(server);
  await someAnswers();
  publish("later.db");
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
  expect(await version(server)).toBe("later");
  expect(statuses).toEqual(new Set([200]));
  expect((await server.logged("reload_refused"))[0]?.reason).toMatch(/served\.db is not a Ratebook release/);
});

test("away from a terminal, a server says nothing but its log", async () => {
  const server = await started("--home", join(folder.path, "without keys"));
  expect(server.log.map(({ event }) => event)).toEqual(["starting", "listening"]);
  expect(server.complaints).toBe("");
});

/** Makes a terminal for a command; part of every Linux with a shell for people. */
const SCRIPT = "/usr/bin/script";

test.runIf(process.platform === "linux" && existsSync(SCRIPT))("on a terminal, a server says where it is", async () => {
  const command = `exec ${RATEBOOK} serve --release ${release} --home ${join(folder.path, "new-home")} --port 0`;
  const server = new RunningServer(SCRIPT, ["-qec", command, "/dev/null"], {});
  servers.push(server);
  await vi.waitFor(() => expect(server.output).toMatch(/keys create --home \S+new-home --name me --states ca/), SOON);
  expect(server.output).toMatch(/^Ratebook serves Ratebook sample \S+ on http:\/\/127\.0\.0\.1:[0-9]+;/m);
});

test("SIGTERM lets a batch whose body is still arriving finish, and the server ends with 0", async () => {
  const server = await started();
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

test("neither the log nor the metrics ever hold what a request carried", async () => {
  const server = await started();
  const wrongKey = "rb_live_SENTINELwrongkey";
  const sentinel = { ...LOOKUP, reference_id: "SENTINEL-reference", provider_name: "SENTINEL-name" };
  const query = new URLSearchParams(sentinel);
  const post = (body: string) => ({
    method: "POST",
    body,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", "x-note": "SENTINEL-header" },
  });
  const paths: readonly (readonly [string, RequestInit])[] = [
    [`${API}/outpatient/rate?${query}`, authorized()],
    [`${API}/outpatient/rate?${query}&SENTINEL-parameter=1`, authorized()],
    [`${API}/outpatient/rate?reference_id=${"SENTINEL".repeat(20)}`, authorized()],
    [`${API}/outpatient/rate?${query}`, authorized(wrongKey)],
    [`${API}/outpatient/rate?${query}&api_key=${key}`, authorized()],
    [`${API}/SENTINEL-path?${query}`, authorized()],
    [`/SENTINEL-path/${key}`, {}],
    [`${API}/outpatient/rate/batch`, post(JSON.stringify({ requests: [sentinel, "SENTINEL-item"] }))],
    [`${API}/outpatient/rate/batch`, post("SENTINEL is not JSON")],
    [`${API}/providers/search?provider_name=SENTINEL`, authorized()],
  ];
  for (const [path, options] of paths) await (await server.fetch(path, options)).text();
  const metrics = await (await server.fetch("/metrics")).text();
  await server.logged("request", paths.length + 1);
  const everything = server.output + server.complaints + metrics;
  expect(everything).toContain("/outpatient/rate/batch");
  expect(everything).not.toMatch(/SENTINEL/i);
  expect(everything).not.toContain(key);
  expect(everything).not.toContain(key.slice(8, 30));
  expect(everything).not.toContain(LOOKUP.npi);
});

test("a new key is taken at once and a revoked one is soon refused, by every worker", async () => {
  const server = await started("--workers", "2");
  const made = await createKey(home);
  const statuses = async () => {
    const answers = Array.from({ length: 6 }, () =>
      server.fetch(`${API}/outpatient/rate?${QUERY}`, authorized(made.key)),
    );
    return new Set((await Promise.all(answers)).map(({ status }) => status));
  };
  expect(await statuses()).toEqual(new Set([200]));
  await ratebook(["keys", "revoke", made.id, "--home", home]);
  await vi.waitFor(async () => expect(await statuses()).toEqual(new Set([401])), SOON);
});

test("another file in the place of keys.db counts at once for every worker, and without one nobody is answered for long", async () => {
  const ownHome = join(folder.path, "replaced");
  const keysFile = join(ownHome, "keys.db");
  const before = await createKey(ownHome, "--rate", "off");
  const server = await started("--home", ownHome, "--workers", "2");
  const statuses = async (token: string) => {
    const answers = Array.from({ length: 12 }, () =>
      server.fetch(`${API}/outpatient/rate?${QUERY}`, {
        headers: { ...authorized(token).headers, connection: "close" },
      }),
    );
    return new Set((await Promise.all(answers)).map(({ status }) => status));
  };
  expect(await statuses(before.key)).toEqual(new Set([200]));

  const otherHome = join(folder.path, "restored from");
  const after = await createKey(otherHome, "--rate", "off");
  renameSync(join(otherHome, "keys.db"), keysFile);
  await vi.waitFor(async () => {
    expect(await statuses(after.key)).toEqual(new Set([200]));
    expect(await statuses(before.key)).toEqual(new Set([401]));
  }, SOON);
  await server.logged("keys_reopened", 2);

  renameSync(keysFile, `${keysFile}.away`);
  await server.logged("keys_missing", 2);
  expect(await statuses(after.key)).toEqual(new Set([200]));
  await vi.waitFor(async () => expect(await statuses(after.key)).toEqual(new Set([503])), { ...SOON, timeout: 60_000 });
  expect((await server.fetch("/readyz")).status).toBe(503);
  expect((await server.fetch("/livez")).status).toBe(200);

  renameSync(`${keysFile}.away`, keysFile);
  await vi.waitFor(async () => expect(await statuses(after.key)).toEqual(new Set([200])), SOON);
  await server.logged("keys_reopened", 4);
  expect(await server.stop()).toBe(0);
  const { stdout } = await ratebook(["audit", "list", "--home", ownHome, "--json"]);
  const actions = (JSON.parse(stdout) as { readonly action: string }[]).map(({ action }) => action);
  expect(actions).toEqual(["key_created", "server_started", "keys_reopened", "keys_reopened", "server_stopped"]);
}, 120_000);

test("a key over its limit is told when to come back, and other keys are not", async () => {
  const server = await started();
  const made = await createKey(home, "--rate", "6");
  const ask = () => server.fetch(`${API}/outpatient/rate?${QUERY}`, authorized(made.key));
  await vi.waitFor(async () => expect((await ask()).status).toBe(429), SOON);
  const refused = await ask();
  expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(10);
  expect((await server.fetch(`${API}/outpatient/rate?${QUERY}`, authorized())).status).toBe(200);
});
