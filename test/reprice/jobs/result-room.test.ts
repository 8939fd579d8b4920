import { join } from "node:path";
import { expect, test } from "vitest";
import { JOB_SPACE, ResultRoom } from "../../../src/reprice/jobs/space.ts";

const FULL = { ...JOB_SPACE, freeBytesMin: Number.MAX_SAFE_INTEGER };
const HERE = import.meta.filename;

test("results on a disk that is full are refused", async () => {
  await expect(new ResultRoom(HERE, FULL, 0).take(1)).rejects.toThrow("The disk of the service is full");
});

test("results on a disk whose free space cannot be read are written, up to the limit of a job", async () => {
  // The system answers ENOTDIR below a file.
  const room = new ResultRoom(join(HERE, "folder", "results.csv"), { ...FULL, resultBytesMax: 1_000 }, 0);
  await room.take(1_000);
  expect(room.written).toBe(1_000);
  await expect(room.take(1)).rejects.toThrow("The results are larger than 1000 bytes");
});
