import { readFileSync } from "node:fs";

/*
 * A preload that moves the clock of a process: its file says by how many milliseconds. Timers go by another clock and
 * stay as they are, as they do when an operator or a time server sets the clock of a machine.
 */

export const CLOCK_VARIABLE = "RATEBOOK_CLOCK_OFFSET";
const LOOK_MILLISECONDS = 50;

const file = process.env[CLOCK_VARIABLE];
const RealDate = Date;
let offset = 0;

class ShiftedDate extends RealDate {
  constructor(...given: unknown[]) {
    if (given.length === 0) super(RealDate.now() + offset);
    else super(...(given as [number]));
  }

  static override now(): number {
    return RealDate.now() + offset;
  }
}

if (file !== undefined) {
  globalThis.Date = ShiftedDate as DateConstructor;
  setInterval(() => {
    try {
      offset = Number(readFileSync(file, "utf8")) || 0;
    } catch {
      offset = 0;
    }
  }, LOOK_MILLISECONDS).unref();
}
