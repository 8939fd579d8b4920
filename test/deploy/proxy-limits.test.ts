import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { API_PREFIX, BATCH_SUFFIX, RATE_PATHS, REPRICE_PATH } from "../../src/pricing/state/api-paths.ts";
import { HTTP_LIMITS } from "../../src/serve/http/limits.ts";
import { FORM_BYTES_MAX } from "../../src/serve/http/reprice/receive-form.ts";
import { serverSettings } from "../../src/serve/operations/configuration.ts";
import { states } from "../../src/states/index.ts";
import { ROOT } from "../cli/support/ratebook.ts";

/* A proxy must not give up before the service does, nor keep a connection that the service has closed. */

const SECOND = 1000;
const nginx = readFileSync(join(ROOT, "deploy/nginx.conf"), "utf8");
const caddy = readFileSync(join(ROOT, "deploy/Caddyfile"), "utf8");

/** Every value of a directive, as a number of what it is written in. */
function values(text: string, directive: string): readonly number[] {
  const found = [...text.matchAll(new RegExp(`^\\s*${directive} ([0-9]+)`, "gm"))].map(([, number]) => Number(number));
  expect(found, directive).not.toEqual([]);
  return found;
}

/** What a batch may wait for room, and then take. */
const ANSWER_SECONDS_MAX = (HTTP_LIMITS.roomMillisecondsMax + HTTP_LIMITS.longWorkMillisecondsMax) / SECOND;
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
