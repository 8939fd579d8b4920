import { expect, test } from "vitest";
import { Refusal } from "../../src/core/text/refusal.ts";
import { readStates } from "../../src/keys/api-key.ts";

const KNOWN = ["ca", "fl"];

test("states are read without regard to case, spaces and repetition", () => {
  expect(readStates(" CA, fl ,ca", KNOWN)).toEqual(["ca", "fl"]);
});

test("an unknown state is named", () => {
  expect(readStates("ca,tx", KNOWN)).toEqual(new Refusal('known states (ca, fl); "tx" is none'));
});

test("no state at all is refused", () => {
  expect(readStates(" , ", KNOWN)).toEqual(new Refusal("at least one of ca, fl"));
});
