import { expect, it } from "vitest";
import { csv } from "../fixtures.ts";
import { feeSchedule } from "../reef.ts";
import { importing } from "../support.ts";

it("origins name the line on which a row starts, also after cells of several lines", async () => {
  const files = { "rf/fees.csv": 'code,modifier,fee,effective_start_date\n00001,"two\nlines",1.00,2020-01-01\n' };
  const file = { name: "fees.csv", content: csv(["Code", "Fee"], ["00002", "2"], ["00003", "3"]) };
  const { origins } = await importing(feeSchedule, file, { asOf: "2026-01-01", files });
  expect(origins("rf/fees").map(({ line, place }) => [line, place])).toEqual([
    ["4", "line 2"],
    ["5", "line 3"],
  ]);
});
