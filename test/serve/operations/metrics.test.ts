import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Day } from "../../../src/core/calendar/day.ts";
import type { Source } from "../../../src/dataset/description.ts";
import type { Release } from "../../../src/release/release.ts";
import { PROBLEM_CODES } from "../../../src/serve/http/problems.ts";
import {
  addedUp,
  type Measurements,
  Metrics,
  ServerMetrics,
  WorkerMeasurements,
} from "../../../src/serve/operations/metrics.ts";
import { serveMetrics } from "../../../src/serve/operations/metrics-port.ts";
import { freePort } from "../../../src/serve/operations/port.ts";
import { states } from "../../../src/states/index.ts";
import { ROOT } from "../../cli/support/ratebook.ts";

const TODAY = "2026-11-15" as Day;

const REQUEST: Parameters<Metrics["observe"]>[0] = {
  ...{ route: "/rate", method: "GET", status: 200, state: "ca", setting: "outpatient", requestId: "r-1" },
  ...{ problem: null, durationMilliseconds: 1, lookups: 1, priced: 1, keyId: null },
};

/** A counter or gauge of an exposition, by its labels as they are written; undefined: it has no such line. */
function valueIn(text: string, name: string, labels = ""): number | undefined {
  const line = text.split("\n").find((each) => each.startsWith(`${name}${labels} `));
  return line === undefined ? undefined : Number(line.split(" ").at(-1));
}

describe("refused keys", () => {
  const NAME = "ratebook_refused_keys_total";

  it("are counted by the code of the problem, and invalid ones by their reason; all begin at zero", async () => {
    const metrics = new Metrics(() => TODAY);
    const codes = ["api_key_in_query", "missing_api_key", "state_not_enabled", "rate_limited"];
    for (const code of codes) expect(valueIn(await metrics.text(), NAME, `{code="${code}"}`)).toBe(0);
    for (const reason of ["unknown", "expired", "revoked", "session_ended", "other_origin"] as const) {
      const labels = `{code="invalid_api_key",reason="${reason}"}`;
      expect(valueIn(await metrics.text(), NAME, labels)).toBe(0);
      metrics.observe({ ...REQUEST, problem: "invalid_api_key", keyRefusal: reason });
      expect(valueIn(await metrics.text(), NAME, labels)).toBe(1);
    }
    for (const problem of [...codes, "invalid_parameter", null]) metrics.observe({ ...REQUEST, problem });
    for (const code of codes) expect(valueIn(await metrics.text(), NAME, `{code="${code}"}`)).toBe(1);
    expect(await metrics.text()).not.toContain('code="invalid_parameter"');
    expect(PROBLEM_CODES).toEqual(expect.arrayContaining(codes));
  });
});

describe("keys that expire", () => {
  const DAY_MILLISECONDS = 86_400_000;

  it.each([
    ["none", [], undefined, 0],
    ["one in 30 days and one a second later", [30 * DAY_MILLISECONDS, 30 * DAY_MILLISECONDS + 1_000], 2_592_000, 1],
    ["two", [9 * DAY_MILLISECONDS, 500], 0.5, 2],
  ])("%s", async (_, millisecondsToExpiry, next, count) => {
    const metrics = new Metrics(() => TODAY);
    metrics.watchKeys({ millisecondsToExpiry });
    const sum = await addedUp([await metrics.measurements(), await metrics.measurements()]);
    for (const text of [await metrics.text(), sum]) {
      expect(valueIn(text, "ratebook_next_key_expiry_seconds")).toBe(next);
      expect(valueIn(text, "ratebook_expiring_keys")).toBe(count);
    }
  });
});

describe("ages of editions", () => {
  const source = (table: string, about: object) =>
    ({ table, edition: null, published: null, importer: null, publication: "P", ...about }) as unknown as Source;

  async function ages(sources: readonly Source[]): Promise<readonly (number | undefined)[]> {
    const metrics = new Metrics(() => TODAY);
    const held = new Map(states.map((state) => [state.code, { state }]));
    metrics.released({
      description: { name: "r", version: "1", contentHash: "h", description: "", rowCounts: {}, sources },
      states: held as unknown as Release["states"],
    });
    const text = await addedUp([await metrics.measurements(), await metrics.measurements()]);
    const days = (name: string) => {
      const seconds = valueIn(text, `ratebook_${name}_edition_age_seconds`, '{state="ca"}');
      return seconds === undefined ? undefined : seconds / 86_400;
    };
    expect(text).not.toContain('edition_age_seconds{state="fl"}');
    return [days("newest"), days("oldest")];
  }

  it.each<[string, readonly Source[], readonly (number | undefined)[]]>([
    ["no source has a day", [source("ca/outpatient_rates", {})], [undefined, undefined]],
    [
      "two publications: the newest edition of all, and the newest of the one that is older",
      [
        source("ca/outpatient_rates", { edition: "2026-11-15", importer: "ca/a" }),
        source("ca/outpatient_rates", { edition: "2024-11-15", importer: "ca/b" }),
        source("ca/outpatient_rates", { edition: "2026-10-16", importer: "ca/b" }),
      ],
      [0, 30],
    ],
    [
      "an edition of tomorrow is not in use",
      [
        source("ca/outpatient_rates", { edition: "2026-11-16", importer: "ca/a" }),
        source("ca/outpatient_rates", { edition: "2026-11-14", importer: "ca/a" }),
      ],
      [1, 1],
    ],
    [
      "a source without an edition counts with its publication; invented figures, providers and shared tables do not",
      [
        source("ca/outpatient_rates", { published: "2026-11-05" }),
        source("ca/outpatient_rates", { published: "2026-11-15", synthetic: true }),
        source("ca/providers", { edition: "2026-11-15", importer: "ca/p" }),
        source("common/hcpcs", { edition: "2026-11-15", importer: "common/h" }),
      ],
      [10, undefined],
    ],
  ])("%s", async (_, sources, expected) => {
    expect(await ages(sources)).toEqual(expected);
  });
});

describe("several workers", () => {
  const LOOKUPS = ["ratebook_lookups_total", '{state="ca",setting="outpatient"}'] as const;
  const COUNT = ["ratebook_http_request_duration_seconds_count", '{route="/rate",method="GET",status="200"}'] as const;

  async function workerWith(requests: number): Promise<Measurements> {
    const metrics = new Metrics(() => TODAY);
    for (let count = 0; count < requests; count += 1) metrics.observe(REQUEST);
    metrics.repricingJobs(0, 1);
    return await metrics.measurements();
  }

  it("the server is ready when every worker is; its start and its reloads are those of the primary", async () => {
    const [primary, one, other] = [new ServerMetrics(), new Metrics(() => TODAY), new Metrics(() => TODAY)];
    const text = async () => addedUp(await Promise.all([primary, one, other].map((each) => each.measurements())));
    one.watchReadiness(() => true);
    expect(valueIn(await text(), "ratebook_ready")).toBe(0);
    other.watchReadiness(() => true);
    expect(valueIn(await text(), "ratebook_ready")).toBe(1);
    expect(valueIn(await text(), "ratebook_last_reload_successful")).toBe(1);
    primary.noteReload(false);
    expect(valueIn(await text(), "ratebook_last_reload_successful")).toBe(0);
    expect(valueIn(await text(), "process_start_time_seconds")).toBe(Math.round(performance.timeOrigin / 1_000));
  });

  it("a worker that ends leaves its counts, and none of its gauges", async () => {
    const workers = new WorkerMeasurements<object>();
    const [first, second, third] = [{}, {}, {}];
    for (const worker of [first, second, third]) workers.add(worker);
    workers.note(first, await workerWith(3));
    workers.note(second, await workerWith(4));
    const text = async () => addedUp(await workers.list());
    expect(valueIn(await text(), ...LOOKUPS)).toBe(7);
    for (const [worker, running] of [
      [first, 1],
      [second, undefined],
      // It has never been measured.
      [third, undefined],
    ] as const) {
      workers.retire(worker);
      workers.note(worker, await workerWith(100));
      expect(valueIn(await text(), ...LOOKUPS)).toBe(7);
      expect(valueIn(await text(), ...COUNT)).toBe(7);
      expect(valueIn(await text(), "ratebook_repricing_jobs", '{status="running"}')).toBe(running);
    }
    const replacement = {};
    workers.add(replacement);
    workers.note(replacement, await workerWith(5));
    expect(valueIn(await text(), ...LOOKUPS)).toBe(12);
    expect(valueIn(await text(), ...COUNT)).toBe(12);
    expect(await workers.list()).toHaveLength(2);
  });
});

describe("docs/operations.md", () => {
  const PAGE = readFileSync(join(ROOT, "docs/operations.md"), "utf8");

  it("lists every metric of the product with its type and labels", async () => {
    const metrics = new Metrics(() => TODAY);
    metrics.database("connected");
    const declared = [...(await metrics.text()).matchAll(/^# TYPE (ratebook_\w+) (\w+)$/gm)];
    const rows = [...PAGE.matchAll(/^\| `(ratebook_\w+)` \| (\w+)/gm)].map(([, name, type]) => `${name} ${type}`);
    expect(rows.sort()).toEqual(declared.map(([, name, type]) => `${name} ${type}`).sort());
  });

  it("lists every event of the log", () => {
    const source = join(ROOT, "src/serve");
    const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
    const events = files.flatMap((name) =>
      [...readFileSync(join(source, name), "utf8").matchAll(/log\.(?:info|warn|error|exception)\("(\w+)"/g)].map(
        ([, event]) => event as string,
      ),
    );
    expect(events).toEqual(expect.arrayContaining(["listening", "reload_refused", "keys_missing"]));
    const [section = ""] = /^### Events[\s\S]*?(?=^## )/m.exec(PAGE) ?? [];
    const listed = (section.match(/^\| `.*?\|/gm) ?? []).join("\n");
    for (const event of events) expect(listed).toContain(`\`${event}\``);
  });
});

it("the metrics port answers a scrape, and no other path", async () => {
  const port = await freePort("127.0.0.1", 0);
  const close = await serveMetrics({ host: "127.0.0.1", port }, async () => "up 1\n");
  try {
    const scraped = await fetch(`http://127.0.0.1:${port}/metrics`);
    expect([scraped.status, await scraped.text()]).toEqual([200, "up 1\n"]);
    expect((await fetch(`http://127.0.0.1:${port}/api/v1/states`)).status).toBe(404);
  } finally {
    close();
  }
});
