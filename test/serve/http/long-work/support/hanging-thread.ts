import { existsSync } from "node:fs";
import { runLongWorkThread } from "../../../../../src/serve/http/long-work/thread-side.ts";
import { HELD_BY, hangingState } from "./hanging-state.ts";

const LOOK_MILLISECONDS = 10;

const held = process.env[HELD_BY] ?? "";
while (existsSync(held)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_MILLISECONDS);
runLongWorkThread([hangingState]);
