import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it, onTestFinished, test } from "vitest";
import { refuseNoFile, sha256, sha256Of } from "../../../src/core/files/reading.ts";

describe("input file", () => {
  const folder = mkdtempSync(join(tmpdir(), "ratebook-input-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  test("only a file is read: a FIFO would wait for ever", () => {
    const [file, fifo] = [join(folder, "fees.csv"), join(folder, "fifo")];
    writeFileSync(file, "Code,Fee");
    execFileSync("mkfifo", [fifo]);
    expect(() => refuseNoFile(file)).not.toThrow();
    expect(() => refuseNoFile(fifo)).toThrow(`${fifo} is a FIFO, not a file. Name a file.`);
    expect(() => refuseNoFile(folder)).toThrow(`${folder} is a folder, not a file. Name a file.`);
    expect(() => refuseNoFile(join(folder, "none"))).toThrow("There is no file");
  });
});

describe("file hash", () => {
  /** FIPS 180-2, appendix B.1. */
  const OF_ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

  test("a text, its bytes and a file of them have the same hash", async () => {
    const folder = mkdtempSync(join(tmpdir(), "ratebook-file-hash-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "abc");
    writeFileSync(file, "abc");
    let notices = 0;
    const ofFile = await sha256Of(file, (bytes) => {
      notices += bytes;
    });
    expect([sha256("abc"), sha256(Buffer.from("abc")), ofFile]).toEqual([OF_ABC, OF_ABC, OF_ABC]);
    expect(notices).toBe(3);
  });
});

describe("interruption", () => {
  const MODULE = resolve(import.meta.dirname, "../../../src/core/files/interruption.ts");

  it.each(["SIGINT", "SIGTERM"] as const)("everything is undone on %s, and the program ends by it", async (signal) => {
    const program = `
    import { undoneWhenInterrupted } from ${JSON.stringify(MODULE)};
    const say = (text) => () => process.stdout.write(text);
    undoneWhenInterrupted(say("one "));
    const forget = undoneWhenInterrupted(say("forgotten "));
    undoneWhenInterrupted(say("two "));
    forget();
    setInterval(() => undefined, 1000);
    process.stdout.write("ready ");
  `;
    const child = spawn(process.execPath, ["--input-type=module-typescript", "--eval", program]);
    let said = "";
    child.stdout.on("data", (text) => {
      said += text;
    });
    await once(child.stdout, "data");
    child.kill(signal);
    expect(await once(child, "exit")).toEqual([null, signal]);
    expect(said).toBe("ready one two ");
  });
});
