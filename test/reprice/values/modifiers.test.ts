import { describe, expect, it } from "vitest";
import { Refusal } from "../../../src/core/text/refusal.ts";
import { modifiersOf } from "../../../src/reprice/values/modifiers.ts";

describe("The modifiers of a line", () => {
  it.each([
    [
      ["25", "", "59"],
      ["25", "59"],
    ],
    [["25, 59"], ["25", "59"]],
    [["25:59|tc"], ["25", "59", "TC"]],
    [["2559GT"], ["25", "59", "GT"]],
    [
      [" gt ", "25.0"],
      ["GT", "25"],
    ],
    [["25", "25"], ["25"]],
    [["'25"], ["25"]],
    [['="25"'], ["25"]],
    [["", "  "], []],
    [["NULL", "None", "n/a"], []],
    [["ABC"], ["ABC"]],
    [["59-DISTINCT"], ["59"]],
    [["59 - Distinct procedural service"], ["59"]],
    [["TC: technical component"], ["TC"]],
    [["25-59"], ["25", "59"]],
    [["59 DISTINCT PROCEDURAL SERVICE"], ["59"]],
    [["59.0 Distinct"], ["59"]],
    [["25 59 Distinct procedural service"], ["25", "59"]],
    [["59-DISTINCT, TC: TECHNICAL COMPONENT"], ["59", "TC"]],
    [["25 SIGNIFICANT, SEPARATELY IDENTIFIABLE E/M SERVICE BY THE SAME PHYSICIAN, ON THE SAME DAY"], ["25"]],
    [["76 By same physician"], ["76"]],
    [["AS Assistant at surgery"], ["AS"]],
    [["25 LTRT"], ["25", "LT", "RT"]],
    [["QK AAP3"], ["QK", "AA", "P3"]],
    [["2\u200b5"], ["25"]],
  ])("%j are %j", (cells, modifiers) => {
    expect(modifiersOf(cells)).toEqual(modifiers);
  });

  it("are no more than a claim can have", () => {
    const twelve = Array.from({ length: 12 }, (_, index) => `A${String.fromCharCode(65 + index)}`);
    expect(modifiersOf([twelve.join(" ")])).toHaveLength(12);
    expect(modifiersOf([twelve.join(" "), "ZZ"])).toBeInstanceOf(Refusal);
    expect(modifiersOf([`25${" ".repeat(598)}`])).toEqual(["25"]);
    expect(modifiersOf([`25${" ".repeat(599)}`])).toBeInstanceOf(Refusal);
  });
});
