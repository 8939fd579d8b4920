import { readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LineWriter } from "../../../src/serve/operations/line-writer.ts";
import { temporaryFolder } from "./support/running-server.ts";

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
  await vi.waitFor(() => expect(readFileSync(file, "utf8")).toBe("alone\n"), { timeout: 10_000 });
  await writer.close();
});

test("what is pending is written at once when the process cannot wait", () => {
  const writer = new LineWriter(file, droppedLine);
  writer.write("first\n");
  writer.write("last\n");
  writer.flushSync();
  expect(readFileSync(file, "utf8")).toBe("first\nlast\n");
});

test("a reader that does not keep up costs lines, not memory, and how many is told in their place", async () => {
  const writer = new LineWriter(file, droppedLine);
  const line = `${"z".repeat(1_023)}\n`;
  // 16 MiB without a pause: nothing can be written meanwhile.
  for (let count = 0; count < 16_384; count += 1) writer.write(line);
  await writer.close();
  const text = readFileSync(file, "utf8");
  const [, dropped] = /dropped ([0-9]+)\n$/.exec(text) ?? [];
  expect(Number(dropped)).toBeGreaterThan(8_000);
  expect(text.split(line).length - 1).toBe(16_384 - Number(dropped));
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
