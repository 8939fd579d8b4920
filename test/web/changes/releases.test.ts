import { describe, expect, test } from "vitest";
import {
  chosenPair,
  type ListedRelease,
  nameOfRelease,
  titleOfRelease,
} from "../../../web/src/changes/changes-form.tsx";
import { retrySeconds } from "../../../web/src/changes/changes-view.tsx";

function release(version: string, hash: string, in_service = false): ListedRelease {
  return { name: "Rates", version, content_hash: hash.repeat(64), in_service };
}

const MARCH = release("march", "a", true);
const FEBRUARY = release("february", "b");
const JANUARY = release("january", "c");

describe("which releases are compared", () => {
  test("those of the address, else from the newest other one to the one in service", () => {
    const all = [MARCH, FEBRUARY, JANUARY];
    expect(chosenPair(new URLSearchParams(), all)).toEqual({ from: "february", to: "march" });
    expect(chosenPair(new URLSearchParams("to=february"), all)).toEqual({ from: "january", to: "february" });
    expect(chosenPair(new URLSearchParams("from=march&to=january"), all)).toEqual({ from: "march", to: "january" });
    expect(chosenPair(new URLSearchParams(), [MARCH])).toEqual({ from: "", to: "march" });
  });

  test("by the hash where a version would not tell them apart", () => {
    const all = [MARCH, FEBRUARY, release("february", "d")];
    expect(nameOfRelease(FEBRUARY, all)).toBe("bbbbbbbbbbbb");
    expect(titleOfRelease(FEBRUARY, all)).toBe("february, bbbbbbbbbbbb, Rates");
    expect(titleOfRelease(MARCH, all)).toBe("march, in service, Rates");
  });
});

test("the service is asked again only when it says when", () => {
  expect(retrySeconds(503, "15")).toBe(15);
  expect(retrySeconds(503, null)).toBeNull();
  expect(retrySeconds(429, "15")).toBeNull();
  expect(retrySeconds(503, "Mon, 16 Nov 2026 19:00:00 GMT")).toBeNull();
});
