import { describe, expectTypeOf, it } from "vitest";
import type { Day } from "../../../src/core/calendar/day.ts";
import type { Factor } from "../../../src/core/money/factor.ts";
import type { Money } from "../../../src/core/money/money.ts";
import { boolean, nullableString, optional, string } from "../../../src/core/schema/schema.ts";
import { flag, integer, money, oneOf, required, text } from "../../../src/dataset/column.ts";
import { datedTable, type RowOf, undatedTable } from "../../../src/dataset/table.ts";
import { amount, upperCase } from "../../../src/imports/declaring/conversions.ts";
import { heading } from "../../../src/imports/declaring/fields.ts";
import { section } from "../../../src/imports/declaring/publication.ts";
import type { rateLookup } from "../../../src/pricing/lookup.ts";
import { billingCode, day, npi, required as requiredParameter } from "../../../src/pricing/request/kinds.ts";
import type { RequestOf } from "../../../src/pricing/request/parameter.ts";
import { type Result, type ResultInput, resultOf } from "../../../src/pricing/result.ts";
import { commonResultFields } from "../../../src/pricing/result-fields.ts";
import type { Sheet } from "../../../src/pricing/sheet.ts";
import { type Figure, plus, times } from "../../../src/pricing/worksheet/calculation.ts";

/*
 * The state kit: what the folder of a state imports to declare tables, requests, rules, lookups and publications, and what the
 * compiler must know and refuse there. `tsc`, which `npm test` runs before the tests, fails where an expectation does not hold and
 * where a line that must not compile does. Nothing here is priced: the calls stand in functions that nobody calls.
 */

const fees = datedTable({
  folder: "zz",
  name: "fees",
  columns: {
    code: required(text()),
    place: required(oneOf(["office", "facility"])),
    fee: required(money()),
    cap: money(),
    days: integer(0),
    isCovered: flag(),
  },
  key: ["code", "place"],
});
type Fee = RowOf<typeof fees>;

const parameters = {
  billingCode: requiredParameter(billingCode({ description: "The code." })),
  npi,
  dateOfService: day({ description: "The day." }),
};
type Request = RequestOf<typeof parameters>;

declare const sheet: Sheet;
declare const fee: Fee;
declare const price: Figure<Money>;

describe("Tables", () => {
  it("give rows the types of their columns, and null where a cell may be empty", () => {
    expectTypeOf<Fee["code"]>().toEqualTypeOf<string>();
    expectTypeOf<Fee["place"]>().toEqualTypeOf<"office" | "facility">();
    expectTypeOf<Fee["fee"]>().toEqualTypeOf<Money>();
    expectTypeOf<Fee["cap"]>().toEqualTypeOf<Money | null>();
    expectTypeOf<Fee["days"]>().toEqualTypeOf<number | null>();
    expectTypeOf<Fee["isCovered"]>().toEqualTypeOf<boolean | null>();
  });

  it("refuse a key that is no column", () => {
    const refused = () =>
      // @ts-expect-error no such column
      undatedTable({ folder: "zz", name: "providers", columns: { npi: text() }, key: ["nip"] });
    expectTypeOf(refused).toBeFunction();
  });
});

describe("Requests", () => {
  it("have what is read, not what was sent", () => {
    expectTypeOf<Request["npi"]>().toEqualTypeOf<string | null>();
    expectTypeOf<Request["dateOfService"]>().toEqualTypeOf<Day>();
    expectTypeOf<Request["billingCode"]["code"]>().toEqualTypeOf<string>();
  });

  it("have no other fields", () => {
    // @ts-expect-error a misspelt field is none
    expectTypeOf<Request["date_of_service"]>().toEqualTypeOf<Day>();
  });
});

describe("Rules", () => {
  it("find rows by the whole key of their table, column by column", () => {
    const found = () => sheet.row(fees, { code: "99213", place: "office" }, "code_not_listed", () => "No fee.");
    expectTypeOf(found).returns.toEqualTypeOf<Fee>();
    const refused = () => [
      // @ts-expect-error a part of the key finds no row
      sheet.row(fees, { code: "99213" }, "code_not_listed", () => "No fee."),
      // @ts-expect-error a misspelt column is none
      sheet.row(fees, { cod: "99213", place: "office" }, "code_not_listed", () => "No fee."),
      // @ts-expect-error not one of the values
      sheet.row(fees, { code: "99213", place: "99213" }, "code_not_listed", () => "No fee."),
      // @ts-expect-error a reason that the service does not know
      sheet.row(fees, { code: "99213", place: "office" }, "no_idea", () => "No fee."),
    ];
    expectTypeOf(refused).toBeFunction();
  });

  it("take figures from columns that hold figures", () => {
    expectTypeOf(() => sheet.figure("fee", fee, "fee")).returns.toEqualTypeOf<Figure<Money>>();
    expectTypeOf(() => sheet.figure("cap", fee, "cap")).returns.toEqualTypeOf<Figure<Money> | null>();
    const refused = () => [
      // @ts-expect-error a text is no figure
      sheet.figure("code", fee, "code"),
      // @ts-expect-error no such column
      sheet.figure("fee", fee, "fees"),
      // @ts-expect-error a cell that may be empty has to be asked about first
      sheet.dollars("zz 1", sheet.figure("cap", fee, "cap")),
    ];
    expectTypeOf(refused).toBeFunction();
  });

  it("compute on the sheet alone, and dollars come of dollars() alone", () => {
    expectTypeOf(() => sheet.dollars("zz 1", times(price, price))).returns.toEqualTypeOf<Figure<Money>>();
    expectTypeOf(() => sheet.factor("zz 1", price, 2)).returns.toEqualTypeOf<Figure<Factor>>();
    const refused = () => [
      // @ts-expect-error a number has no origin that an explanation could name
      sheet.dollars("zz 1", plus(price, 1)),
      // @ts-expect-error an amount is no number
      fee.fee * 2,
      // @ts-expect-error nor does a term go for a figure before it was rounded and recorded
      times(price, price) satisfies Figure<Money>,
    ];
    expectTypeOf(refused).toBeFunction();
  });
});

describe("Lookups", () => {
  const shared = ({ provider }: ResultInput<Request, { readonly city: string | null }, object>) => ({
    isCity: provider?.city === "Atlantis",
  });

  it("have results of the fields that they declare, with the values of their schemas", () => {
    const result = resultOf("A result", shared, {
      city: nullableString("The city.").from(({ provider }) => provider?.city),
      is_city: boolean("Whether it is the city.").from(({ shared }) => shared.isCity),
      note: optional(string("A note.")).from(() => undefined),
    });
    expectTypeOf<ReturnType<typeof result>["city"]>().toEqualTypeOf<string | null>();
    expectTypeOf<ReturnType<typeof result>["is_city"]>().toEqualTypeOf<boolean>();
    expectTypeOf<ReturnType<typeof result>["note"]>().toEqualTypeOf<string | undefined>();
  });

  it("refuse a value that does not fit the schema, and a fact that does not exist", () => {
    const refused = () =>
      resultOf("A result", shared, {
        // @ts-expect-error a yes or no is no text
        city: nullableString("The city.").from(({ shared }) => shared.isCity),
        // @ts-expect-error a field that is never null must have a value
        name: string("The name.").from(({ provider }) => provider?.city),
        // @ts-expect-error a misspelt column is none
        town: nullableString("The town.").from(({ provider }) => provider?.cities),
      });
    expectTypeOf(refused).toBeFunction();
    // @ts-expect-error the fields of every result are made from the code and the kind of rate, which are not shared here
    const withoutCode = () => resultOf("A result", shared, commonResultFields);
    expectTypeOf(withoutCode).toBeFunction();
  });

  it("choose rates by a parameter that is a day", () => {
    type Declared = Parameters<typeof rateLookup<typeof parameters, Fee, object, Result>>[0];
    expectTypeOf<Declared["day"]>().toEqualTypeOf<"dateOfService">();
  });
});

describe("Publications", () => {
  it("read the fields that they declare, into columns that the table has", () => {
    const declared = () =>
      section({
        fields: { code: heading("Code", upperCase), fee: heading("Fee", amount) },
        feeds: [fees],
        read: () => ({
          record: (record, intake) => {
            expectTypeOf(record.code).toEqualTypeOf<string | null>();
            // @ts-expect-error no such field was declared
            expectTypeOf(record.units).toBeNever();
            // @ts-expect-error a misspelt column is none
            intake.take(fees, { code: record.code, place: "office", fees: record.fee });
          },
        }),
      });
    expectTypeOf(declared).toBeFunction();
  });
});
