import { describe, expect, it } from "vitest";
import { TextWindow } from "../../../../src/reprice/reading/text-window.ts";

const PIECE = "x".repeat(100_000);

/** Makes a text as a reader of files does: told after every piece how far it is, it waits for room. */
function filled(pieces: number, end: () => void = () => undefined): { window: TextWindow; made: () => number } {
  const window = new TextWindow("claims", false);
  let made = 0;
  window.fill(async (add) => {
    for (; made < pieces; made += 1) {
      await window.room(made, pieces);
      if (add(PIECE) === "enough") return;
    }
    end();
  });
  return { window, made: () => made };
}

const turns = async () => {
  for (let turn = 0; turn < 1_000; turn += 1) await Promise.resolve();
};

describe("The window between making a text and reading it", () => {
  it("hands on every byte once, in order", async () => {
    const window = new TextWindow("claims", false);
    window.fill(async (add) => {
      for (let number = 0; number < 50_000; number += 1) {
        if (number % 1_000 === 0) await window.room(number, 50_000);
        add(`${number},Peña\n`);
      }
    });
    let text = "";
    for (let offset = 0; ; ) {
      const bytes = await window.read(offset, 10_000);
      text += bytes.toString("latin1");
      offset += bytes.length;
      if (bytes.length < 10_000) break;
    }
    const whole = Array.from({ length: 50_000 }, (_, number) => `${number},Peña\n`).join("");
    expect(Buffer.from(text, "latin1").toString()).toBe(whole);
    expect(window.size).toBe(Buffer.byteLength(whole));
  });

  it("holds up whoever makes the text while there is enough of it, and lets them go on as it is read", async () => {
    const { window, made } = filled(1_000);
    await window.read(0, 10);
    await turns();
    const ahead = made();
    // Two megabytes, and the piece that was under way.
    expect(ahead * PIECE.length).toBeLessThan(2 ** 21 + 2 * PIECE.length);
    expect(window.size).toBe(Number.POSITIVE_INFINITY);
    await window.read(50 * PIECE.length, 10);
    await turns();
    expect(made()).toBeGreaterThan(ahead + 45);
    expect(made()).toBeLessThan(ahead + 55);
    await window.close();
  });

  it("skips to a place far ahead, as a run that is resumed does", async () => {
    const { window } = filled(300);
    const bytes = await window.read(299 * PIECE.length, 2 * PIECE.length);
    expect(bytes.length).toBe(PIECE.length);
    expect(window.size).toBe(300 * PIECE.length);
  });

  it("tells a failure after what was made before it", async () => {
    const { window } = filled(3, () => {
      throw new Error("the sheet is damaged");
    });
    expect((await window.read(0, 3 * PIECE.length)).length).toBe(3 * PIECE.length);
    await expect(window.read(3 * PIECE.length, 1)).rejects.toThrow("the sheet is damaged");
  });

  it("ends whoever makes the text when it is closed", async () => {
    const { window, made } = filled(1_000);
    await window.read(0, 10);
    await window.close();
    expect(made()).toBeLessThan(100);
  });
});
