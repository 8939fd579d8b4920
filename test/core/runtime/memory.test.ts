import { describe, expect, it, test } from "vitest";
import { free, fullHeapMegabytes, owned } from "../../../src/core/runtime/memory.ts";

describe("heap room", () => {
  it("there is room while little is in use", () => {
    expect(fullHeapMegabytes()).toBeNull();
  });
});

describe("own bytes", () => {
  const shared = new Uint8Array([1, 2, 3, 4]).subarray(1, 3);

  test("bytes with memory of their own are taken as they are, others are copied", () => {
    const own = new Uint8Array([7, 8]);
    expect(owned(own)).toBe(own);
    const copy = owned(shared);
    expect(copy).toEqual(new Uint8Array([2, 3]));
    expect(copy.buffer.byteLength).toBe(2);
    expect(owned(new Uint8Array(new SharedArrayBuffer(2))).buffer).toBeInstanceOf(ArrayBuffer);
  });

  test("only memory that is not shared is freed", () => {
    const own = new Uint8Array(3);
    free(own);
    expect(own.length).toBe(0);
    free(shared);
    expect(shared).toEqual(new Uint8Array([2, 3]));
  });

  test("what has been given back may be given back again", () => {
    const own = new Uint8Array(3);
    free(own);
    expect(() => free(own)).not.toThrow();
  });
});
