import { readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { failure } from "../../../src/core/runtime/failure.ts";
import { LineWriter } from "../../../src/serve/operations/line-writer.ts";
import { droppedLine, type EventFields, Log, type ServedRequest } from "../../../src/serve/operations/log.ts";
import type { LogLevel } from "../../../src/serve/operations/log-format.ts";
import { logStyle } from "../../../src/serve/operations/log-format.ts";
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

  async function written(options: ConstructorParameters<typeof Log>[1], say: (log: Log) => void): Promise<string[]> {
    const file = join(folder.path, "log");
    const writer = new LineWriter(file, droppedLine(options.style));
    say(new Log(writer, options));
    await writer.close();
    return readFileSync(file, "utf8").split("\n").slice(0, -1);
  }

  async function logged(level: LogLevel, say: (log: Log) => void, worker?: number): Promise<Record<string, unknown>[]> {
    const lines = await written({ level, style: "json", worker }, say);
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

  test("as text, a line has the time, the level, the event and the fields", async () => {
    const lines = await written({ level: "info", style: "text", worker: 2 }, (log) => {
      log.request({ ...REQUEST, keyId: null });
      log.warn("reload_refused", { reason: 'rates.db is "no" release.', port: 8080 });
    });
    const time = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}Z`;
    expect(lines).toEqual([
      expect.stringMatching(
        new RegExp(
          `^${time} INFO  request worker=2 request_id=5f1c-1 method=GET route=/api/v1/:state/outpatient/rate status=200 state=ca setting=outpatient duration_ms=0.433 lookups=1$`,
        ),
      ),
      expect.stringMatching(
        new RegExp(
          String.raw`^${time} WARN  reload_refused worker=2 port=8080 reason="rates\.db is \\"no\\" release\."$`,
        ),
      ),
    ]);
  });

  test.each(["text", "coloured"] as const)("as %s, no value forges a line or moves the cursor", async (style) => {
    const forged = "a\r\n2026-01-01 INFO  stopped\u001b[2J\u0085\u2028\u202e\u009b1m\u{e0001}\ud800=";
    const lines = await written({ level: "info", style }, (log) => {
      log.error("release_damaged", { reason: forged, file: forged });
      log.exception(forged, failure(forged));
    });
    expect(lines).toHaveLength(2);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    const plain = lines.join("").replace(/\u001b\[\d+m/g, "");
    expect(plain).toMatch(/^[ -~]*$/);
    expect(plain).toContain(
      String.raw`\r\n2026-01-01 INFO  stopped\u001b[2J\u0085\u2028\u202e\u009b1m\udb40\udc01\ud800=`,
    );
  });

  test("as text, fields that are not on the list never reach the log either", async () => {
    const sly = { ...REQUEST, url: "/?api_key=SENTINEL", reference_id: "SENTINEL", headers: { a: "SENTINEL" } };
    const lines = await written({ level: "info", style: "text" }, (log) => {
      log.request(sly);
      log.warn("event", { reason: "known", token: "SENTINEL" } as EventFields);
      log.exception("request_failed", new RangeError("SENTINEL"));
    });
    expect(lines).toHaveLength(3);
    expect(lines.join("")).not.toContain("SENTINEL");
  });

  test.each([
    ["auto", true, {}, "coloured"],
    ["auto", true, { NO_COLOR: "1" }, "text"],
    ["auto", true, { NO_COLOR: "" }, "coloured"],
    ["auto", true, { TERM: "dumb" }, "text"],
    ["auto", false, {}, "json"],
    ["json", true, {}, "json"],
    ["text", false, {}, "text"],
    ["text", true, {}, "coloured"],
  ] as const)("--log-format %s, terminal: %s, with %j is %s", (format, isTerminal, environment, style) => {
    expect(logStyle(format, { isTerminal, environment })).toBe(style);
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
  let folder: ReturnType<typeof temporaryFolder>;
  let file: string;

  beforeEach(() => {
    folder = temporaryFolder();
    file = join(folder.path, "server.log");
  });

  afterEach(() => folder.remove());

  const droppedLine = (lines: number) => `dropped ${lines}\n`;

  function lines(count: number): string[] {
    return Array.from({ length: count }, (_, number) => `${number} ${"x".repeat(number % 300)}\n`);
  }

  test("every line arrives, in order, also those that are longer than a chunk", async () => {
    const writer = new LineWriter(file, droppedLine);
    const written = [...lines(5_000), `${"y".repeat(20_000)}\n`, "last\n"];
    for (const line of written) writer.write(line);
    await writer.close();
    expect(readFileSync(file, "utf8")).toBe(written.join(""));
  });

  test("a line alone is written before long", async () => {
    const writer = new LineWriter(file, droppedLine);
    writer.write("alone\n");
    await vi.waitFor(() => expect(readFileSync(file, "utf8")).toBe("alone\n"), SOON);
    await writer.close();
  });

  test("what is pending is written at once when the process cannot wait", () => {
    const writer = new LineWriter(file, droppedLine);
    writer.write("first\n");
    writer.write("last\n");
    writer.flushSync();
    expect(readFileSync(file, "utf8")).toBe("first\nlast\n");
  });

  test("a reader that does not keep up costs lines, not memory, and their number stands in their place", async () => {
    const writer = new LineWriter(file, droppedLine);
    const line = `${"z".repeat(1_023)}\n`;
    // 16 MiB without a pause: nothing can be written meanwhile.
    for (let count = 0; count < 16_384; count += 1) writer.write(line);
    await writer.close();
    const text = readFileSync(file, "utf8");
    const [, dropped] = /dropped ([0-9]+)\n$/.exec(text) ?? [];
    expect(Number(dropped)).toBeGreaterThan(8_000);
    expect(text.split(line).length - 1).toBe(16_384 - Number(dropped));
    expect(writer.droppedLines).toBe(Number(dropped));
  });

  test("after a rename the lines go on in a new file, and none is lost", async () => {
    const writer = new LineWriter(file, droppedLine);
    for (const line of lines(1_000)) writer.write(line);
    renameSync(file, `${file}.1`);
    await writer.reopen();
    writer.write("in the new file\n");
    await writer.close();
    const both = readFileSync(`${file}.1`, "utf8") + readFileSync(file, "utf8");
    expect(both).toBe(`${lines(1_000).join("")}in the new file\n`);
  });

  test("a log file that cannot be opened is named with the remedy", () => {
    expect(() => new LineWriter(join(folder.path, "none", "server.log"), droppedLine)).toThrow(
      /The log file .*server\.log cannot be used \(ENOENT.*--log-file/,
    );
  });
});
