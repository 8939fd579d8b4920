import { execFile } from "node:child_process";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sha256 } from "../../src/core/files/reading.ts";
import { AuditLog, CHAIN_START, locked, sealed, verifyChain } from "../../src/keys/audit-log.ts";

let folder: string;
let file: string;
let log: AuditLog;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ratebook-audit-"));
  file = join(folder, "audit.jsonl");
  log = new AuditLog(file);
});

afterEach(() => rmSync(folder, { recursive: true }));

function lines(): string[] {
  return readFileSync(file, "utf8").split("\n").slice(0, -1);
}

function verified() {
  return verifyChain(readFileSync(file));
}

function threeEntries(): void {
  for (const key_id of ["key_1", "key_2", "key_3"]) log.append("key_created", { key_id, name: "Mercy" });
}

test("an entry says who did what, and is chained to the one before it by a hash that anybody can compute", () => {
  const first = log.append("key_created", { key_id: "key_1", name: "Mercy" });
  const second = log.append("key_revoked", { key_id: "key_1" });
  expect(first).toMatchObject({ sequence: 1, previous: CHAIN_START, subject: { key_id: "key_1", name: "Mercy" } });
  expect(first.actor).toEqual({ user: userInfo().username, pid: process.pid });
  expect(second).toMatchObject({ sequence: 2, action: "key_revoked", previous: first.hash });
  const [, line = ""] = lines();
  expect(JSON.parse(line)).toEqual(second);
  expect(sha256(line.replace(`,"hash":"${second.hash}"`, ""))).toBe(second.hash);
});

test("only the owner may read it", () => {
  log.append("key_created", { key_id: "key_1" });
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("names with line breaks of any alphabet stay on their line", () => {
  log.append("key_created", { name: "a\nb\u2028c\u2029d\r\u0085" });
  log.append("key_revoked", { name: "e" });
  expect(verified()).toMatchObject({ broken: null, entries: { length: 2 } });
});

test("a chain that nobody touched is proved, with its last entry", () => {
  threeEntries();
  const { entries, broken, tornLines, unfinishedBytes } = verified();
  expect([entries.length, broken, tornLines, unfinishedBytes]).toEqual([3, null, [], 0]);
});

describe("the first line is named", () => {
  beforeEach(threeEntries);

  function rewrite(change: (lines: string[]) => string[]): void {
    writeFileSync(file, `${change(lines()).join("\n")}\n`);
  }

  test("that was changed", () => {
    rewrite(([a = "", b = "", c = ""]) => [a, b.replace("Mercy", "Mercx"), c]);
    expect(verified().broken).toEqual({ line: 2, reason: expect.stringContaining("it was changed") });
  });

  test("that was changed, when it is the last", () => {
    rewrite(([a = "", b = "", c = ""]) => [a, b, c.replace("Mercy", "Mercx")]);
    expect(verified().broken).toMatchObject({ line: 3 });
  });

  test("that was changed together with its hash", () => {
    rewrite(([a = "", b = "", c = ""]) => [a, sealed({ ...JSON.parse(b), subject: { key_id: "key_9" } }).line, c]);
    expect(verified().broken).toEqual({ line: 3, reason: expect.stringContaining("does not follow") });
  });

  test("before which one was taken out", () => {
    rewrite(([a = "", , c = ""]) => [a, c]);
    expect(verified().broken).toEqual({ line: 2, reason: expect.stringContaining("does not follow") });
  });

  test("of a log whose beginning was taken out", () => {
    rewrite(([, b = "", c = ""]) => [b, c]);
    expect(verified().broken).toMatchObject({ line: 1 });
  });

  test("that was put in", () => {
    rewrite(([a = "", b = "", c = ""]) => [a, "put in", b, c]);
    expect(verified().broken).toMatchObject({ line: 2 });
  });

  test("of two that were put in together", () => {
    rewrite(([a = "", b = "", c = ""]) => [a, "put in", "put in", b, c]);
    expect(verified().broken).toMatchObject({ line: 2 });
  });

  test("of two that changed places", () => {
    rewrite(([a = "", b = "", c = ""]) => [a, c, b]);
    expect(verified().broken).toMatchObject({ line: 2 });
  });
});

describe("a process that is stopped in the middle of a line", () => {
  test("leaves a piece that is recognised, and the chain goes on after it", () => {
    threeEntries();
    truncateSync(file, statSync(file).size - 30);
    expect(verified()).toMatchObject({ broken: null, entries: { length: 2 }, unfinishedBytes: expect.any(Number) });
    log.append("key_revoked", { key_id: "key_2" });
    const { entries, broken, tornLines, unfinishedBytes } = verified();
    expect([broken, tornLines, unfinishedBytes]).toEqual([null, [3], 0]);
    expect(entries.map(({ action }) => action)).toEqual(["key_created", "key_created", "line_torn", "key_revoked"]);
  });

  test("may be followed by another that is stopped while it vouches for the piece", () => {
    for (const cut of [30, 200, 400]) {
      writeFileSync(file, "");
      threeEntries();
      truncateSync(file, statSync(file).size - 30);
      const size = statSync(file).size;
      log.append("key_revoked", { key_id: "key_2" });
      truncateSync(file, size + cut);
      log.append("key_revoked", { key_id: "key_2" });
      const { broken, unfinishedBytes, entries } = verified();
      expect([broken, unfinishedBytes, entries.at(-1)?.action]).toEqual([null, 0, "key_revoked"]);
    }
  });

  test("may leave one as the first", () => {
    writeFileSync(file, '{"sequence":1,"ti');
    log.append("key_revoked", { key_id: "key_2" });
    expect(verified()).toMatchObject({ broken: null, tornLines: [1], entries: { length: 2 } });
  });

  test("may have left nothing out but the end of the line", () => {
    threeEntries();
    truncateSync(file, statSync(file).size - 1);
    expect(verified()).toMatchObject({ broken: null, entries: { length: 3 }, unfinishedBytes: 0 });
    log.append("key_revoked", { key_id: "key_2" });
    expect(verified()).toMatchObject({ broken: null, tornLines: [], entries: { length: 4 } });
  });

  test("a piece that was changed later is found", () => {
    threeEntries();
    truncateSync(file, statSync(file).size - 30);
    log.append("key_revoked", { key_id: "key_2" });
    writeFileSync(file, readFileSync(file, "utf8").replace("key_3", "key_4"));
    expect(verified().broken).toMatchObject({ line: 3 });
  });
});

test("a log that ends in something else is not gone on with, and the remedy is told", () => {
  writeFileSync(file, "this is\nno audit log\n");
  expect(() => log.append("key_created", {})).toThrow(
    /The audit log .*audit\.jsonl cannot be written \(its last lines are no entries: .*move the file away/,
  );
  expect(lines()).toHaveLength(2);
});

test("a line that somebody appended does not end the chain, and is found", () => {
  threeEntries();
  appendFileSync(file, "by hand\n");
  log.append("key_revoked", { key_id: "key_1" });
  expect(verified().broken).toMatchObject({ line: 4 });
});

test("a log that cannot be written is named, in one sentence", () => {
  mkdirSync(file);
  expect(() => log.append("key_created", {})).toThrow(
    /^The audit log .*audit\.jsonl cannot be written \(EISDIR.*\)\. /,
  );
});

test("nobody waits for ever for a process that holds the log", () => {
  const impatient = new AuditLog(file, 100);
  locked(`${file}.lock`, 0, () => {
    expect(() => impatient.append("key_created", {})).toThrow(/cannot be written \(another process has held/);
  });
  expect(impatient.append("key_created", {}).sequence).toBe(1);
});

test("several processes append at once, and one that is killed holds nobody up", async () => {
  const module = new URL("../../src/keys/audit-log.ts", import.meta.url).pathname;
  const program = (count: number) =>
    `const { AuditLog } = await import(${JSON.stringify(module)});
     const log = new AuditLog(${JSON.stringify(file)});
     for (let n = 0; n < ${count}; n += 1) log.append("key_created", { n });`;
  const run = promisify(execFile);
  const killed = execFile(process.execPath, ["--input-type=module", "-e", program(1_000_000)]);
  const others = Array.from({ length: 3 }, () => run(process.execPath, ["--input-type=module", "-e", program(20)]));
  await Promise.race(others);
  killed.kill("SIGKILL");
  await Promise.all(others);
  log.append("key_revoked", {});
  expect(verified().broken).toBeNull();
  expect(verified().entries.length).toBeGreaterThan(60);
});
