import { closeSync, fstatSync, openSync, read, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type ReadBytes, ReadDescriptor } from "../../src/release/open-file.ts";
import { temporaryFolder } from "./test-state.ts";

/* A disk gives all that it is asked for; here is a file system that gives less each time, as one on a network may. */
const BYTES_PER_READ_MAX = 3;
const wholeRead = promisify(read);
let reads: number;

const shortRead: ReadBytes = (number, into, offset, byteCount, at) => {
  reads += 1;
  return wholeRead(number, into, offset, Math.min(byteCount, BYTES_PER_READ_MAX), at);
};

const CONTENT = "0123456789";
const path = join(temporaryFolder(), "file");
let descriptor: ReadDescriptor;

beforeEach(() => {
  reads = 0;
  writeFileSync(path, CONTENT);
  descriptor = new ReadDescriptor(openSync(path, "r"), path, shortRead);
});

afterEach(() => descriptor.close());

test("reads on until all that was asked for is there", async () => {
  expect(String(await descriptor.readFully(Buffer.alloc(8), 1, 8))).toBe("12345678");
  expect(reads).toBe(3);
});

test("gives what there is of a file that ends sooner", async () => {
  expect(String(await descriptor.readFully(Buffer.alloc(8), 6, 8))).toBe("6789");
});

test("that is closed is no longer read from, and keeps its number until the read under way is done", async () => {
  const closing = new ReadDescriptor(openSync(path, "r"), path, shortRead);
  const reading = closing.readFully(Buffer.alloc(8), 0, 8);
  closing.close();
  const next = openSync(path, "r");
  expect(next).not.toBe(closing.number);
  await expect(reading).rejects.toThrow(`${path} was closed while it was read. Open it anew.`);
  expect(reads).toBe(1);
  expect(() => fstatSync(closing.number)).toThrow("EBADF");
  closeSync(next);
});

test("fills a buffer here and now, or says that the file ends before", () => {
  const buffer = Buffer.alloc(4);
  expect(descriptor.readNow(buffer, 6)).toBe(true);
  expect(String(buffer)).toBe("6789");
  expect(descriptor.readNow(buffer, 7)).toBe(false);
});

test("that is closed is not read from here and now either", () => {
  const closed = new ReadDescriptor(openSync(path, "r"), path);
  closed.close();
  expect(() => closed.readNow(Buffer.alloc(1), 0)).toThrow("was closed while it was read");
});
