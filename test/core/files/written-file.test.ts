import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { unwritable, writtenFile } from "../../../src/core/files/writing.ts";
import { failure } from "../../../src/core/runtime/failure.ts";

let folder: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "ratebook-written-")));
});

afterEach(() => rmSync(folder, { recursive: true }));

const inFolder = (name: string) => join(folder, name);

function file(name: string): string {
  writeFileSync(inFolder(name), "before");
  return inFolder(name);
}

function linkTo(target: string): string {
  symlinkSync(target, inFolder("link"));
  return inFolder("link");
}

describe("a file may be written", () => {
  test("where there is nothing yet", () => {
    expect(writtenFile(inFolder("new.db"))).toBe(inFolder("new.db"));
    expect(existsSync(inFolder("new.db"))).toBe(false);
  });

  test("in the place of a file", () => {
    expect(writtenFile(file("old.db"))).toBe(inFolder("old.db"));
  });

  test("through links, which stay, to the file that they lead to", () => {
    file("old.db");
    symlinkSync("old.db", inFolder("nearer"));
    expect(writtenFile(linkTo("nearer"))).toBe(inFolder("old.db"));
  });
});

describe("a file is not written in the place of", () => {
  test("a folder, or of a link to one", () => {
    mkdirSync(inFolder("folder"));
    for (const path of [inFolder("folder"), linkTo("folder")]) {
      expect(() => writtenFile(path)).toThrow(`${path} is a folder and stays as it is: only a file is replaced.`);
    }
  });

  test("a FIFO, or of a link to one", () => {
    execFileSync("mkfifo", [inFolder("fifo")]);
    for (const path of [inFolder("fifo"), linkTo("fifo")])
      expect(() => writtenFile(path)).toThrow("is a FIFO and stays");
  });

  test("a socket", async () => {
    const server = createServer().listen(inFolder("socket"));
    await once(server, "listening");
    expect(() => writtenFile(inFolder("socket"))).toThrow("is a socket and stays");
    server.close();
  });

  test("a device, or of a link to one", () => {
    for (const path of ["/dev/null", linkTo("/dev/null")]) {
      expect(() => writtenFile(path)).toThrow(`${path} is a device and stays`);
    }
  });

  test.each(["nothing", "link"])("a link that leads nowhere, such as to %s", (target) => {
    expect(() => writtenFile(linkTo(target))).toThrow(/link is a link that leads nowhere \(.+\) and stays as it is\./);
  });
});

test("a folder that is missing, or is none, is named", () => {
  expect(() => writtenFile(inFolder("none/x"))).toThrow(`there is no folder ${inFolder("none")}. Make it first`);
  expect(() => writtenFile(join(file("file"), "x"))).toThrow(/file\/x cannot be written \(ENOTDIR.*\)\. Fix/);
});

test("what the system or SQLite says is told with the file, and nothing else is", () => {
  const full = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  const sqlite = new Database.SqliteError("database or disk is full", "SQLITE_FULL");
  for (const error of [full, sqlite]) {
    expect(unwritable("/x/rates.db", error)).toMatchObject({
      name: "Failure",
      message: `/x/rates.db cannot be written (${error.message}). Fix the cause, or name another file.`,
    });
  }
  const others = [new TypeError("a mistake of ours"), failure("told already")];
  for (const error of others) expect(unwritable("/x/rates.db", error)).toBe(error);
});
