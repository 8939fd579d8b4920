import * as fs from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { LineWriter } from "../../../src/serve/operations/line-writer.ts";
import { SOON } from "../../support/waiting.ts";
import { temporaryFolder } from "./support/running-server.ts";

/* A disk that fills up in the middle of a line, and has room again later. */

const disk = vi.hoisted(() => ({ roomBytes: Number.POSITIVE_INFINITY }));

vi.mock("node:fs", async (original) => {
  const real = await original<typeof import("node:fs")>();
  type Written = (error: Error | null, written: number) => void;
  return {
    ...real,
    write(descriptor: number, bytes: Buffer, offset: number, done: Written) {
      const taken = Math.min(bytes.length - offset, disk.roomBytes);
      if (taken === 0) {
        done(Object.assign(new Error("no space left on device"), { code: "ENOSPC" }), 0);
        return;
      }
      disk.roomBytes -= taken;
      done(null, real.writeSync(descriptor, bytes, offset, taken));
    },
  };
});

const folder = temporaryFolder();
afterAll(() => folder.remove());

test("costs the lines that found no room, all of which are told when there is some; the torn one stands by itself", async () => {
  const file = join(folder.path, "server.log");
  const writer = new LineWriter(file, (lines) => `dropped ${lines}\n`);
  const written = () => vi.waitFor(() => expect(fs.readFileSync(file, "utf8")).toContain("fits"), SOON);
  writer.write("fits\n");
  await written();

  disk.roomBytes = 3;
  writer.write("torn\nlost\n");
  await vi.waitFor(() => expect(fs.readFileSync(file, "utf8")).toBe("fits\ntor"), SOON);
  // The line that tells of them is lost as well, and so is the next.
  for (const line of ["lost too\n", "lost as well\n"]) {
    await new Promise((resume) => setTimeout(resume, 250));
    writer.write(line);
  }
  await new Promise((resume) => setTimeout(resume, 250));

  disk.roomBytes = Number.POSITIVE_INFINITY;
  writer.write("fits again\n");
  await writer.close();
  const [first, torn, dropped, last] = fs.readFileSync(file, "utf8").split("\n");
  expect([first, torn, last]).toEqual(["fits", "tor", "fits again"]);
  // Four lines, and those that told of some of them and found no room either.
  const lost = Number(/^dropped (\d+)$/.exec(dropped ?? "")?.[1]);
  expect(lost).toBeGreaterThanOrEqual(4);
  expect(writer.droppedLines).toBe(lost);
});
