import { expect, it } from "vitest";
import type { Day } from "../../../../src/core/calendar/day.ts";
import { factor } from "../../../../src/core/money/factor.ts";
import { lengthOfStayOf } from "../../../../src/states/ca/inpatient/drg-payment.ts";
import { inpatientParameters } from "../../../../src/states/ca/inpatient/request.ts";
import { requestsLike } from "../../../support/rules.ts";
import { drgWeight, sheetOf } from "../rows.ts";

const request = requestsLike(inpatientParameters, { billing_code: "560-1", npi: "1000000001" }, "2026-11-15" as Day);

function days(nationalAverageLos: string, sent?: string) {
  const sheet = sheetOf();
  const query = sent === undefined ? {} : { length_of_stay: sent };
  const figure = lengthOfStayOf(request(query), drgWeight({ nationalAverageLos: factor(nationalAverageLos) }), sheet);
  return { days: figure.value.text, from: figure.source, assumptions: sheet.assumptions };
}

it("the days that were sent are taken as they are, none included", () => {
  expect(days("5.87", "2")).toMatchObject({ days: "2", from: { from: { parameter: "length_of_stay" } } });
  expect(days("5.87", "0")).toMatchObject({ days: "0", assumptions: [] });
});

it("else the national average in whole days, half-up, at least one", () => {
  const averages = ["5.87", "5.50", "5.49", "1.49", "1.00", "0.99", "0.40"];
  expect(averages.map((average) => days(average).days)).toEqual(["6", "6", "5", "1", "1", "1", "1"]);
  expect(days("5.87")).toMatchObject({
    from: { section: "ca 5.4 step 1", decimals: 0, unit: "days" },
    assumptions: [{ parameter: "length_of_stay", value: "6" }],
  });
});
