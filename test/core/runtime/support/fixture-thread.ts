import { setImmediate as nextTurn } from "node:timers/promises";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { openSqlite } from "../../../../src/core/files/sqlite.ts";
import { failure } from "../../../../src/core/runtime/failure.ts";
import { transfer } from "../../../../src/core/runtime/rpc.ts";
import { answerParent, Thread } from "../../../../src/core/runtime/thread.ts";

/* A thread that does each of the things that may become of a call. */

export type ParentCalls = { readonly name: (nothing: null) => string };

export type FixtureCalls = {
  readonly greet: (greeting: string) => Promise<string>;
  readonly reverse: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>;
  readonly fail: (nothing: null) => never;
  readonly mistake: (nothing: null) => never;
  readonly systemError: (nothing: null) => never;
  readonly throwText: (nothing: null) => never;
  readonly exit: (nothing: null) => never;
  /** An exception that nobody catches. */
  readonly crash: (nothing: null) => Promise<never>;
  readonly hang: (nothing: null) => never;
  /** Starts such a thread of its own, which works in native code. */
  readonly startOther: (exits: Int32Array<SharedArrayBuffer>) => Promise<void>;
  /** Works in native code again and again, and reads messages between; counts in `exits` that it exited by itself. */
  readonly workNatively: (exits: Int32Array<SharedArrayBuffer>) => Promise<never>;
};

const COMPRESSED = deflateRawSync(Buffer.alloc(1_000));

const calls: FixtureCalls = {
  greet: async (greeting: string) => `${greeting}, ${await parent.call("name", null)}`,
  reverse: (bytes: Uint8Array<ArrayBuffer>) => transfer(bytes.reverse(), [bytes.buffer]),
  fail: () => {
    throw failure("The file is gone.");
  },
  mistake: () => {
    throw new TypeError("not a function");
  },
  systemError: () => {
    throw Object.assign(new Error("no space left"), { code: "ENOSPC" });
  },
  throwText: () => {
    throw "a text";
  },
  exit: () => process.exit(1),
  crash: () => {
    setImmediate(() => {
      throw new RangeError("out of bounds");
    });
    return new Promise<never>(() => {});
  },
  hang: () => {
    for (;;);
  },
  startOther: async (exits: Int32Array<SharedArrayBuffer>) => {
    const ended = () => failure("It has ended.");
    const other = new Thread<FixtureCalls>(new URL(import.meta.url), { name: () => "Grace" }, { ended });
    await other.peer.call("greet", "Hello");
    other.peer.call("workNatively", exits).catch(() => {});
  },
  workNatively: async (exits: Int32Array<SharedArrayBuffer>) => {
    process.once("exit", () => Atomics.add(exits, 0, 1));
    for (;;) {
      for (let call = 0; call < 100; call += 1) {
        inflateRawSync(COMPRESSED);
        openSqlite(":memory:").close();
      }
      await nextTurn();
    }
  },
};

const parent = answerParent<ParentCalls>(calls);
