import { openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { failure } from "../../../src/core/runtime/failure.ts";
import { LineWriter } from "../../../src/serve/operations/line-writer.ts";
import {
  droppedLine,
  type EventFields,
  Log,
  type LogLevel,
  type ServedRequest,
} from "../../../src/serve/operations/log.ts";
import { SOON } from "../../support/waiting.ts";
import { temporaryFolder } from "./support/running-server.ts";

describe("log", () => {
  const REQUEST: ServedRequest = {
    requestId: "5f1c-1",
    route: "/api/v1/:state/outpatient/rate",
    method: "GET",
    status: 200,
    state: "ca",
    setting: "outpatient",
    problem: null,
    durationMilliseconds: 0.4327,
    lookups: 1,
    priced: 1,
    keyId: "key_1",
  };

  let folder: ReturnType<typeof temporaryFolder>;

  beforeEach(() => {
    folder = temporaryFolder();
  });

  afterEach(() => folder.remove());

  async function logged(level: LogLevel, say: (log: Log) => void, worker?: number): Promise<Record<string, unknown>[]> {
    const file = join(folder.path, "log");
    const writer = new LineWriter(droppedLine, openSync(file, "a"));
    say(new Log(writer, { level, worker }));
    await writer.close();
    const lines = readFileSync(file, "utf8").split("\n").slice(0, -1);
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  test("a request is one line of its facts", async () => {
    const [line] = await logged("info", (log) => log.request(REQUEST), 2);
    expect(line).toEqual({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      level: "info",
      event: "request",
      worker: 2,
      request_id: "5f1c-1",
      method: "GET",
      route: "/api/v1/:state/outpatient/rate",
      status: 200,
      state: "ca",
      setting: "outpatient",
      duration_ms: 0.433,
      lookups: 1,
      key_id: "key_1",
    });
  });

  test("fields that are not on the list never reach the log", async () => {
    const sly = { ...REQUEST, url: "/?api_key=SENTINEL", reference_id: "SENTINEL", headers: { a: "SENTINEL" } };
    const slyEvent = { reason: "known", token: "SENTINEL" } as EventFields;
    const lines = await logged("info", (log) => {
      log.request(sly);
      log.warn("event", slyEvent);
    });
    expect(JSON.stringify(lines)).not.toContain("SENTINEL");
    expect(lines[1]).toMatchObject({ level: "warn", event: "event", reason: "known" });
  });

  test("of an exception its kind, code and place are logged, not its message", async () => {
    const error = Object.assign(new RangeError("SENTINEL is out of range"), { code: "ERR_OUT_OF_RANGE" });
    const [line] = await logged("info", (log) => log.exception("request_failed", error, "5f1c-2"));
    expect(line).toMatchObject({ level: "error", error: "RangeError", code: "ERR_OUT_OF_RANGE", request_id: "5f1c-2" });
    expect(line?.stack).toEqual(expect.arrayContaining([expect.stringContaining("log.test.ts")]));
    expect(JSON.stringify(line)).not.toContain("SENTINEL");
  });

  test("whatever is thrown can be logged", async () => {
    const thrown = [undefined, null, "SENTINEL", { code: "SENTINEL" }, failure("the disk is full")];
    const lines = await logged("info", (log) => {
      for (const each of thrown) log.exception("crashed", each);
    });
    expect(lines).toHaveLength(thrown.length);
    expect(JSON.stringify(lines)).not.toContain("SENTINEL");
    expect(lines.at(-1)).toMatchObject({ reason: "the disk is full" });
    expect(lines.at(-1)).not.toHaveProperty("error");
  });

  test.each(["/livez", "/readyz", "/metrics"])(
    "a probe of %s is a line at debug when it succeeds, and at info or above when it fails",
    async (route) => {
      const probes = (log: Log) => {
        for (const status of [200, 421, 503]) log.request({ ...REQUEST, route, status });
      };
      const levels = (lines: readonly Record<string, unknown>[]) => lines.map(({ level, status }) => [level, status]);
      const failed = [
        ["info", 421],
        ["error", 503],
      ];
      expect(levels(await logged("info", probes))).toEqual(failed);
      folder.remove();
      folder = temporaryFolder();
      expect(levels(await logged("debug", probes))).toEqual([["debug", 200], ...failed]);
    },
  );

  test("while the server stops, a readiness check that fails is no error; other requests that fail are", async () => {
    const lines = await logged("info", (log) => {
      for (const route of ["/readyz", "/release"]) log.request({ ...REQUEST, route, status: 503 }, true);
    });
    expect(lines.map(({ level }) => level)).toEqual(["info", "error"]);
  });

  test("of an invalid key the reason is logged", async () => {
    const [line] = await logged("info", (log) =>
      log.request({ ...REQUEST, status: 401, problem: "invalid_api_key", keyRefusal: "expired" }),
    );
    expect(line).toMatchObject({ code: "invalid_api_key", reason: "expired" });
  });

  test.each([
    ["debug", ["request", "request", "a", "b", "c", "d"]],
    ["info", ["request", "request", "a", "b", "c", "d"]],
    ["warn", ["request", "b", "c", "d"]],
    ["error", ["request", "c", "d"]],
    ["off", []],
  ] as const)("at level %s the log has what is asked for", async (level, events) => {
    const lines = await logged(level, (log) => {
      log.request(REQUEST);
      log.request({ ...REQUEST, status: 500 });
      log.info("a");
      log.warn("b");
      log.error("c");
      log.exception("d", new Error());
    });
    expect(lines.map((line) => line.event)).toEqual(events);
  });
});

describe("line writer", () => {
  const folder = temporaryFolder();
  afterAll(() => folder.remove());

  function writerTo(name: string) {
    const file = join(folder.path, name);
    const writer = new LineWriter((lines) => `dropped ${lines}\n`, openSync(file, "a"));
    return { writer, text: () => readFileSync(file, "utf8") };
  }

  test("every line arrives, in order, and one alone before long", async () => {
    const { writer, text } = writerTo("all");
    writer.write("alone\n");
    await vi.waitFor(() => expect(text()).toBe("alone\n"), SOON);
    const lines = Array.from({ length: 5_000 }, (_, number) => `${number} ${"x".repeat(number % 300)}\n`);
    for (const line of lines) writer.write(line);
    await writer.close();
    expect(text()).toBe(["alone\n", ...lines].join(""));
  });

  test("what is pending is written at once when the process cannot wait", () => {
    const { writer, text } = writerTo("at once");
    writer.write("first\n");
    writer.flushSync();
    expect(text()).toBe("first\n");
  });

  test("a reader that does not keep up costs lines, not memory, and their number stands in their place", async () => {
    const { writer, text } = writerTo("slow");
    const line = `${"z".repeat(1_023)}\n`;
    // 16 MiB without a pause: nothing can be written meanwhile.
    for (let count = 0; count < 16_384; count += 1) writer.write(line);
    await writer.close();
    const [, dropped] = /dropped ([0-9]+)\n$/.exec(text()) ?? [];
    expect(Number(dropped)).toBeGreaterThan(8_000);
    expect(text().split(line).length - 1).toBe(16_384 - Number(dropped));
    expect(writer.droppedLines).toBe(Number(dropped));
  });

  test("a full disk costs lines, which are counted, and never an error", async () => {
    const writer = new LineWriter((lines) => `dropped ${lines}\n`, openSync("/dev/full", "w"));
    writer.write("one\ntwo\n");
    await writer.close();
    expect(writer.droppedLines).toBe(2);
  });
});
