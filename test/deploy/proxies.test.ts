import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { API_PREFIX, BATCH_SUFFIX, RATE_PATHS, REPRICE_PATH } from "../../src/pricing/state/api-paths.ts";
import { HTTP_LIMITS } from "../../src/serve/http/limits.ts";
import { FORM_BYTES_MAX } from "../../src/serve/http/reprice/receive-form.ts";
import { serverSettings } from "../../src/serve/operations/configuration.ts";
import { freePort } from "../../src/serve/operations/port.ts";
import { states } from "../../src/states/index.ts";
import { createKey, ROOT, serve } from "../cli/support/ratebook.ts";
import { type RunningServer, temporaryFolder } from "../serve/operations/support/running-server.ts";
import { californiaAt } from "../support/shared-release.ts";
import { SOON } from "../support/waiting.ts";
import { type Certificate, selfSigned } from "./support/certificate.ts";
import { PROXIES, type RunningProxy, SITE } from "./support/proxies.ts";
import { TlsClient } from "./support/tls-client.ts";

describe("proxies", () => {
  /* The examples of deploy/, run: a real proxy with TLS before two real servers. */

  const [california] = states;
  const QUERY = new URLSearchParams({ ...california?.lookups[0]?.examples[0]?.query });
  const LOOKUP = `/api/v1/ca/outpatient/rate?${QUERY}`;
  /** More than a proxy lets through by itself (nginx: 1 MiB), and than any other path takes. Few long lines: the job reads them. */
  const UPLOAD_LINES = 3_000;
  const NOTE = "n".repeat(3_000);

  const folder = temporaryFolder();
  const home = join(folder.path, "home");
  const release = join(folder.path, "rates.db");
  let certificate: Certificate;
  let server: RunningServer;
  let second: RunningServer;
  /** Each stays until the last test, which takes the second node away from all of them. */
  const running: { readonly proxy: RunningProxy; readonly client: TlsClient }[] = [];
  let key: string;
  let limitedKey: string;

  beforeAll(async () => {
    await californiaAt(release);
    certificate = selfSigned(folder.path, SITE);
    ({ key } = await createKey(home, "--rate", "off"));
    ({ key: limitedKey } = await createKey(home, "--rate", "6"));
    const nodes = [1, 2].map(() => serve(release, home, "--allowed-host", SITE).started());
    [server, second] = (await Promise.all(nodes)) as [RunningServer, RunningServer];
  });

  afterAll(async () => {
    for (const { proxy, client } of running) {
      client.close();
      await proxy.stop();
    }
    for (const node of [server, second]) await node.stop();
    folder.remove();
  });

  const bearer = (token = key) => ({ authorization: `Bearer ${token}` });

  it("CI brings every proxy that there is an example for, so that none of them goes untested", () => {
    const ci = readFileSync(new URL("../../.ci/run", import.meta.url), "utf8");
    for (const { name, program } of PROXIES) {
      expect(ci).toContain(`${name.toUpperCase()}_PATH`);
      if (program === null)
        process.stderr.write(
          `${name} is not tested: apt-get install ${name}, or name it with ${name.toUpperCase()}_PATH\n`,
        );
    }
  });

  /** A machine may have nothing but Node. */
  const INSTALLED = PROXIES.flatMap(({ program, ...proxy }) => (program === null ? [] : proxy));

  describe.each(INSTALLED)("$name", ({ name, start }) => {
    let proxy: RunningProxy;
    let client: TlsClient;

    beforeAll(async () => {
      const port = await freePort("127.0.0.1", 0);
      const { file, keyFile, text } = certificate;
      const places = { folder: join(folder.path, name), certificate: file, certificateKey: keyFile };
      proxy = await start({ ...places, port, nodes: [server.port, second.port] });
      client = new TlsClient(port, SITE, text);
      running.push({ proxy, client });
    });

    it("answers by the public name as the server does, on a connection that stays open", async () => {
      const direct = await (await server.fetch(LOOKUP, { headers: bearer() })).text();
      const first = await client.ask(LOOKUP, { headers: bearer() });
      const second = await client.ask(LOOKUP, { headers: bearer() });
      expect([first.status, first.text, second.text]).toEqual([200, direct, direct]);
      expect(second.localPort).toBe(first.localPort);
      expect(first.headers["strict-transport-security"]).toBe("max-age=31536000");
    });

    it("compresses answers, and sends a client that takes none what the server sends", async () => {
      const path = "/openapi.json";
      // Each may come from another node, and a node that is busy leaves the examples out of its document.
      await vi.waitFor(async () => {
        const plain = await client.ask(path);
        expect(plain.headers["content-encoding"]).toBeUndefined();
        const compressed = await client.ask(path, { headers: { "accept-encoding": "gzip" } });
        expect(compressed.headers["content-encoding"]).toBe("gzip");
        expect(gunzipSync(compressed.bytes).toString()).toBe(plain.text);
        expect(compressed.bytes.length * 4).toBeLessThan(plain.bytes.length);
      }, SOON);
      const lookup = await client.ask(LOOKUP, { headers: { ...bearer(), "accept-encoding": "gzip" } });
      const text = lookup.headers["content-encoding"] === "gzip" ? gunzipSync(lookup.bytes).toString() : lookup.text;
      expect(text).toBe((await client.ask(LOOKUP, { headers: bearer() })).text);
    });

    it("writes no query string to a log, neither of a request that is answered nor of one that no node takes", async () => {
      const SECRET = "patient-4711";
      const path = `${LOOKUP}&reference_id=${SECRET}`;
      const headers = { ...bearer(), referer: `${client.origin}/?reference_id=${SECRET}` };
      expect((await client.ask(path, { headers })).status).toBe(200);

      const port = await freePort("127.0.0.1", 0);
      const nodes = [await freePort("127.0.0.1", 0), await freePort("127.0.0.1", 0)];
      const { file, keyFile, text } = certificate;
      const places = { folder: join(folder.path, `${name}-alone`), certificate: file, certificateKey: keyFile };
      const alone = await start({ ...places, port, nodes });
      const lonely = new TlsClient(port, SITE, text);
      try {
        expect((await lonely.ask(path, { headers })).status).toBeGreaterThanOrEqual(502);
      } finally {
        lonely.close();
        await alone.stop();
      }
      await vi.waitFor(() => {
        for (const each of [proxy, alone]) expect(each.logged()).toContain("/api/v1/ca/outpatient/rate");
      }, SOON);
      for (const each of [proxy, alone]) expect(each.logged()).not.toMatch(/patient-4711|billing_code|rb_live_/);
    });

    it("passes no other name on, and nothing that a client says of names and addresses counts", async () => {
      const forged = {
        "x-forwarded-for": "127.0.0.1",
        "x-forwarded-host": "evil.example",
        forwarded: "host=evil.example",
      };
      expect((await client.ask(LOOKUP, { headers: { ...bearer(), ...forged } })).status).toBe(200);
      const other = await client.ask(LOOKUP, { headers: { ...bearer(), host: "evil.example" } });
      expect(other.text).not.toContain("rate_found");
    });

    it("passes refusals on as they are: 401, 404, 413, and 429 with Retry-After", async () => {
      const unknown = await client.ask(LOOKUP);
      expect([unknown.status, unknown.headers["www-authenticate"]]).toEqual([401, "Bearer"]);
      expect(JSON.parse((await client.ask("/nowhere", { headers: bearer() })).text)).toMatchObject({ status: 404 });
      const json = { ...bearer(), "content-type": "application/json" };
      const large = await client.ask("/api/v1/ca/outpatient/rate/batch", {
        method: "POST",
        headers: json,
        body: Buffer.alloc(5 * 1024 * 1024, " "),
      });
      expect([large.status, JSON.parse(large.text)]).toEqual([413, expect.objectContaining({ status: 413 })]);

      const limited = [];
      for (let sent = 0; sent < 8; sent += 1) limited.push(await client.ask(LOOKUP, { headers: bearer(limitedKey) }));
      const refused = limited.find(({ status }) => status === 429);
      expect(Number(refused?.headers["retry-after"])).toBeGreaterThan(0);
      expect(refused?.headers["ratelimit-limit"]).toBe("1");
    });

    it("opens the page, and a session whose cookie goes over TLS alone", async () => {
      const page = await client.ask("/", { headers: { accept: "text/html" } });
      expect([page.status, page.headers["content-type"]]).toEqual([200, expect.stringContaining("text/html")]);

      const from = (origin: string) => ({ ...bearer(), origin, "sec-fetch-site": "same-origin" });
      const begun = await client.ask("/session", { method: "POST", headers: from(client.origin) });
      expect(begun.status).toBe(200);
      const [cookie = ""] = begun.headers["set-cookie"] ?? [];
      expect(cookie).toMatch(/; Secure/);
      const session = { cookie: cookie.split(";")[0] as string, "sec-fetch-site": "same-origin" };
      // The other node does not know the session: all of these must find the one that does.
      for (let asked = 0; asked < 6; asked += 1) {
        expect((await client.ask(LOOKUP, { headers: session })).status).toBe(200);
      }
      const elsewhere = await client.ask("/session", { method: "POST", headers: from("https://evil.example") });
      expect(elsewhere.status).toBe(401);
    });

    it("lets a large file to reprice through, and the client find its job again", async () => {
      const boundary = "a-boundary-of-the-form";
      const part = (field: string, content: string) =>
        `--${boundary}\r\nContent-Disposition: form-data; name="${field}"${field === "file" ? '; filename="claims.csv"' : ""}\r\n\r\n${content}\r\n`;
      const claims = `npi,billing_code,date_of_service,note\n${`1000700140,99213,2026-10-01,${NOTE}\n`.repeat(UPLOAD_LINES)}`;
      const body = `${part("state", "ca")}${part("setting", "outpatient")}${part("file", claims)}--${boundary}--\r\n`;
      expect(body.length).toBeGreaterThan(9_000_000);
      const headers = { ...bearer(), "content-type": `multipart/form-data; boundary=${boundary}` };
      const taken = await client.ask("/api/v1/reprice", { method: "POST", headers, body });
      expect([taken.status, taken.text]).toEqual([202, expect.stringContaining('"id"')]);
      const { id } = JSON.parse(taken.text) as { readonly id: string };
      expect((await client.ask(`/api/v1/reprice/${id}`, { headers: bearer() })).status).toBe(200);
      const deleted = await client.ask(`/api/v1/reprice/${id}`, { method: "DELETE", headers: bearer() });
      expect(deleted.status).toBeLessThan(300);
    });

    it("keeps the metrics to itself", async () => {
      expect((await client.ask("/metrics")).status).toBe(404);
      expect((await server.fetch("/metrics")).status).toBe(200);
    });

    it("sends requests to both nodes", async () => {
      const before = [await countOf(server.port), await countOf(second.port)] as const;
      expect(await askedOf(client)).toEqual(new Set([200]));
      // Metrics are made once a second at most.
      await vi.waitFor(async () => expect(await countOf(server.port)).toBeGreaterThan(before[0]), SOON);
      await vi.waitFor(async () => expect(await countOf(second.port)).toBeGreaterThan(before[1]), SOON);
    });
  });

  it("every proxy sends requests to the other node alone when one has gone", async () => {
    await second.stop();
    expect(running).toHaveLength(INSTALLED.length);
    for (const { client } of running) expect(await askedOf(client)).toEqual(new Set([200]));
  });

  /** The statuses of some lookups. */
  async function askedOf(client: TlsClient): Promise<ReadonlySet<number>> {
    const answers = [];
    for (let asked = 0; asked < 20; asked += 1) answers.push(await client.ask(LOOKUP, { headers: bearer() }));
    return new Set(answers.map(({ status }) => status));
  }

  /** How many lookups a node has answered, as it reports. */
  async function countOf(port: number): Promise<number> {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const counts = [...text.matchAll(/^ratebook_lookups_total\{.*\} ([0-9]+)$/gm)].map(([, count]) => Number(count));
    return counts.reduce((sum, count) => sum + count, 0);
  }
});

/* A proxy must not give up before the service does, nor keep a connection that the service has closed. */

const SECOND = 1000;
const nginx = readFileSync(join(ROOT, "deploy/nginx.conf"), "utf8");
const caddy = readFileSync(join(ROOT, "deploy/Caddyfile"), "utf8");

/** Every value of a directive, as a number of its unit. */
function values(text: string, directive: string): readonly number[] {
  const found = [...text.matchAll(new RegExp(`^\\s*${directive} ([0-9]+)`, "gm"))].map(([, number]) => Number(number));
  expect(found, directive).not.toEqual([]);
  return found;
}

const ANSWER_SECONDS_MAX = HTTP_LIMITS.longWorkMillisecondsMax / SECOND;
const KEPT_SECONDS = HTTP_LIMITS.keepAliveMilliseconds / SECOND;

/** For so long a node that stops is still there: a proxy must notice meanwhile, and have forgotten that the node before was away. */
const DRAIN_SECONDS = serverSettings.drain.fallback as number;

describe("nginx", () => {
  it("forgets that a node was away before the next one has stopped", () => {
    const servers = nginx.match(/^\s*(?:# )?server [0-9.:]+ .*;$/gm) ?? [];
    expect(servers).toHaveLength(4);
    for (const server of servers) {
      const [, seconds] = / max_fails=1 fail_timeout=([0-9]+)s;$/.exec(server) ?? [];
      expect(Number(seconds), server).toBeLessThan(DRAIN_SECONDS);
    }
  });

  it("sends nothing twice but what only reads", () => {
    const [, batches] = /location ~ (\S+) \{\s+proxy_next_upstream error timeout non_idempotent;/.exec(nginx) ?? [];
    expect(nginx.match(/non_idempotent/g)).toHaveLength(1);
    const isBatch = (path: string) => new RegExp(batches as string).test(path);
    for (const { code } of states) {
      for (const path of Object.values(RATE_PATHS)) {
        expect(isBatch(`${API_PREFIX}/${code}${path}${BATCH_SUFFIX}`), code).toBe(true);
      }
    }
    expect([REPRICE_PATH, "/session", `${API_PREFIX}/reprice/1/batch`].filter(isBatch)).toEqual([]);
  });

  it("waits longer than an answer takes", () => {
    for (const seconds of values(nginx, "proxy_read_timeout")) expect(seconds).toBeGreaterThan(ANSWER_SECONDS_MAX);
  });

  it("gives idle connections to nodes up before they do", () => {
    const upstreams = nginx.slice(0, nginx.indexOf("server {\n    listen"));
    expect(values(upstreams, "keepalive_timeout")).toHaveLength(2);
    for (const seconds of values(upstreams, "keepalive_timeout")) expect(seconds).toBeLessThan(KEPT_SECONDS);
  });

  it("takes bodies and heads that are just too large, so that the service refuses them", () => {
    const [usual = 0, file = 0] = values(nginx, "client_max_body_size").map((mebibytes) => mebibytes * 1024 * 1024);
    expect(usual).toBeGreaterThan(HTTP_LIMITS.bodyBytesMax);
    expect(file).toBeGreaterThan(FORM_BYTES_MAX);
    expect(nginx).toContain("large_client_header_buffers 4 16k;");
    expect(16 * 1024).toBeGreaterThan(HTTP_LIMITS.urlLengthMax);
  });
});

describe("caddy", () => {
  it("notices that a node stops, and that another is back, while the node still answers", () => {
    for (const directive of ["health_interval", "fail_duration"]) {
      for (const seconds of values(caddy, directive)) expect(seconds * 2, directive).toBeLessThan(DRAIN_SECONDS);
    }
    expect(caddy).toContain("health_uri /readyz");
  });

  it("waits longer than an answer takes, and as long as a file may take to arrive", () => {
    for (const seconds of values(caddy, "response_header_timeout")) expect(seconds).toBeGreaterThan(ANSWER_SECONDS_MAX);
    expect(values(caddy, "read_body").map((minutes) => minutes * 60 * SECOND)).toEqual([
      HTTP_LIMITS.fileMillisecondsMax,
    ]);
  });

  it("gives idle connections to nodes up before they do", () => {
    for (const seconds of values(caddy, "keepalive")) expect(seconds).toBeLessThan(KEPT_SECONDS);
  });

  it("takes bodies that are just too large, so that the service refuses them", () => {
    const [file = 0, usual = 0] = values(caddy, "max_size").map((megabytes) => megabytes * 1_000_000);
    expect(usual).toBeGreaterThan(HTTP_LIMITS.bodyBytesMax);
    expect(file).toBeGreaterThan(FORM_BYTES_MAX);
  });
});
