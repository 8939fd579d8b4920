import { describe, expect, it } from "vitest";
import { readableText } from "../../../web/src/answer/receipt/bars.tsx";
import { piecesOf, splitText, withoutBrackets } from "../../../web/src/answer/receipt/pieces.ts";
import type { Referred } from "../../../web/src/answer/receipt/receipt-of.ts";

function figure(id: string, value: string, name: string | null = null): Referred {
  return { id, name, value, unit: "dollars" };
}

function marked(text: string, referred: readonly Referred[], others: readonly Referred[] = []): string {
  const { pieces } = piecesOf(text, referred, others);
  return pieces.map((piece) => (piece.ref === null ? piece.text : `[${piece.ref} ${piece.text}]`)).join("");
}

describe("the figures of a step's text", () => {
  it("are found behind their names, also where other numbers stand before them", () => {
    expect(marked("modifier 80 factor (0.16) x fee ($80.00)", [figure("i1", "0.16"), figure("i2", "80", "fee")])).toBe(
      "modifier 80 factor ([i1 0.16]) x fee ([i2 $80.00])",
    );
  });

  it("are told apart from longer numbers that begin with them", () => {
    expect(marked("rate (12.50) x 1.2", [figure("i1", "1.2")])).toBe("rate (12.50) x [i1 1.2]");
    expect(marked("rate (1.25)", [figure("i1", "1.2")])).toBe("rate (1.25)");
  });

  it("have whatever zeros the text prints", () => {
    expect(marked("threshold ($99000.00)", [figure("i1", "99000")])).toBe("threshold ([i1 $99000.00])");
    expect(marked("factor (1)", [figure("i1", "1.00")])).toBe("factor ([i1 1])");
  });

  it("keep the order of the formula when two have the same value", () => {
    expect(marked("(2.00) x (2.00)", [figure("i1", "2.00"), figure("i2", "2.00")])).toBe("([i1 2.00]) x ([i2 2.00])");
  });

  it("stay with their own name when a figure without one has the same value", () => {
    expect(marked("rate (2.00) x weight (2.00)", [figure("s1", "2.00"), figure("i1", "2.00", "rate")])).toBe(
      "rate ([i1 2.00]) x weight ([s1 2.00])",
    );
  });

  it("are listed beside it when the text does not print them", () => {
    expect(piecesOf("+ add-on (41.87)", [figure("s2", "10.00"), figure("i7", "41.87")]).unprinted).toEqual(["s2"]);
  });

  it("are found by their name alone where the formula does not compute with them", () => {
    const taken = [figure("i2", "0.00", "add-on")];
    expect(marked("children's add-on (0.00)", [figure("s5", "0.00")], taken)).toBe("children's add-on ([s5 0.00])");
    const others = [figure("i2", "0.40", "adjustment"), figure("i3", "7", "fee")];
    expect(marked("fee (5.00), adjustment (0.40)", [figure("i1", "5.00", "fee")], others)).toBe(
      "fee ([i1 5.00]), adjustment ([i2 0.40])",
    );
  });

  it("lose the brackets that hold nothing but them", () => {
    const { pieces } = piecesOf("(a (1) + b (2, old)) x c (3)", [
      figure("i1", "1"),
      figure("i2", "2"),
      figure("i3", "3"),
    ]);
    expect(
      withoutBrackets(pieces)
        .map(({ text }) => text)
        .join(""),
    ).toBe("(a 1 + b (2, old)) x c 3");
  });
});

describe("a step's text", () => {
  const cost = { value: "319442.05", unit: "dollars" } as const;

  it("is what it is, how it is made and what comes out", () => {
    expect(splitText("outlier: charges (1) x CCR (2) = cost $319442.05", cost)).toEqual({
      lead: "outlier: ",
      body: "charges (1) x CCR (2)",
      tail: " = cost $319442.05",
      name: "cost",
    });
    expect(splitText("base ($1.00) = base payment ($319442.05)", cost).name).toBe("base payment");
    expect(splitText("total: a (1) + b (2) = $319442.05", cost).name).toBe("total");
  });

  it("stays whole where it does not end with the result", () => {
    expect(splitText("charges (1) = $5.00, and more", cost)).toMatchObject({ tail: "", name: null });
  });

  it("is read with groups and the signs of print, codes left alone", () => {
    expect(readableText("(cost ($201312.72) - $6184.37) x 0.53")).toBe("(cost ($201,312.72) − $6,184.37) × 0.53");
    expect(readableText("loss $-36508.27")).toBe("loss $-36,508.27");
    expect(readableText("fee (10.02) for 71046, x-ray, 2021-07-01")).toBe("fee (10.02) for 71046, x-ray, 2021-07-01");
  });
});
