import { expect, it } from "vitest";
import { wrapped, wrappedCommand } from "../../../src/core/text/terminal.ts";

it("what fits stands on one line behind its lead", () => {
  expect(wrapped("  s1  ", "unit value (4.38)")).toBe("  s1  unit value (4.38)");
  expect(wrapped("    ", `${"a".repeat(90)} bcdef`)).toBe(`    ${"a".repeat(90)} bcdef`);
});

it("what does not goes on below what follows the lead", () => {
  expect(wrapped("  s1  ", `${"a".repeat(90)} bcde`)).toBe(`  s1  ${"a".repeat(90)}\n      bcde`);
});

it("a word that is longer than a line is cut", () => {
  expect(wrapped("  ", "x".repeat(200))).toBe(`  ${"x".repeat(98)}\n  ${"x".repeat(98)}\n  ${"x".repeat(4)}`);
});

it("control characters do not reach the terminal", () => {
  expect(wrapped("", "Golden\u001b[31m Poppy\r\nMedical\u0007 Center")).toBe("Golden [31m Poppy Medical Center");
});

it("a command is broken between its words, so that a shell reads it as one", () => {
  const long = `provider_name='${"a b ".repeat(25)}'`;
  expect(wrappedCommand("  ", ["ratebook", "explain", long, "x=1"])).toBe(
    `  ratebook explain \\\n    ${long} \\\n    x=1`,
  );
});
