import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { afterAll, describe, expect, test } from "vitest";
import { FileToRead } from "../../../src/core/files/file-to-read.ts";

const folder = mkdtempSync(join(tmpdir(), "ratebook-files-"));
const path = join(folder, "claims.csv");
const TEXT = "npi,code\n1000100010,99213\n";
writeFileSync(path, TEXT);

afterAll(() => rmSync(folder, { recursive: true }));

/** Descriptors of this process that are open on the file. */
function openHere(): number {
  const linked = readdirSync("/proc/self/fd").map((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`);
    } catch {
      // The descriptor that listed them.
      return "";
    }
  });
  return linked.filter((each) => each === path).length;
}

/** Half of the threads that open a file with `fs.promises.open` leave it open when they are terminated. */
const THREADS = 20;

/** Opens, reads and closes the file without end. */
const READING = `
  const { parentPort } = require("node:worker_threads");
  import(${JSON.stringify(new URL("../../../src/core/files/file-to-read.ts", import.meta.url).href)}).then(async ({ FileToRead }) => {
    parentPort.postMessage("reading");
    for (;;) {
      const file = new FileToRead(${JSON.stringify(path)});
      await file.read(Buffer.alloc(8), 0, 8, 0);
      file.close();
    }
  });
`;

describe("a file to read", () => {
  test.runIf(process.platform === "linux")(
    "is closed with a thread that is terminated while it opens and reads it",
    async () => {
      for (let count = 0; count < THREADS; count += 1) {
        const thread = new Worker(READING, { eval: true });
        await once(thread, "message");
        await thread.terminate();
      }
      expect(openHere()).toBe(0);
    },
  );

  test("gives its bytes in pieces, whole or between two positions", async () => {
    const file = new FileToRead(path);
    const textOf = async (pieces: AsyncIterable<Buffer>) => {
      const read: string[] = [];
      for await (const piece of pieces) read.push(piece.toString());
      return read;
    };
    expect((await textOf(file.chunks(10))).join("")).toBe(TEXT);
    expect(await textOf(file.chunks(4, 4, 10))).toEqual(["code", "\n1"]);
    expect(file.stats().size).toBe(TEXT.length);
    file.close();
  });

  test("ends a read that is under way before it closes, and refuses a later one", async () => {
    const file = new FileToRead(path);
    const buffer = Buffer.alloc(3);
    const reading = file.read(buffer, 0, 3, 0);
    file.close();
    file.close();
    expect(await reading).toBe(3);
    expect(buffer.toString()).toBe("npi");
    await expect(file.read(buffer, 0, 3, 0)).rejects.toThrow("the file is closed");
    if (process.platform === "linux") expect(openHere()).toBe(0);
  });

  test.runIf(process.platform === "linux")("that is a named pipe is opened without waiting for its other end", () => {
    const pipe = join(folder, "pipe");
    execFileSync("mkfifo", [pipe]);
    const file = new FileToRead(pipe);
    expect(file.stats().isFIFO()).toBe(true);
    file.close();
  });
});
