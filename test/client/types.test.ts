import { describe, expectTypeOf, it } from "vitest";
import type {
  Answered,
  CaOutpatientResult,
  Failure,
  LinesAndAmount,
  NyInpatientResult,
  PricedItem,
  ProblemCode,
  Ratebook,
  RepricingSummary,
  RequestFor,
  SettingOf,
  StateCode,
} from "../../client/src/index.ts";

/*
 * What the compiler must know and refuse. `tsc`, which `npm test` runs before the tests, fails where an expectation does not hold
 * and where a line that must not compile does. Nothing here is run: the calls stand in functions that nobody calls.
 */

declare const ratebook: Ratebook;

describe("The types of the client", () => {
  it("know the states and their settings", () => {
    expectTypeOf<"ca" | "ny">().toExtend<StateCode>();
    expectTypeOf<"tx">().not.toExtend<StateCode>();
    expectTypeOf<SettingOf<"ny">>().toEqualTypeOf<"outpatient" | "inpatient">();
  });

  it("know what each lookup is asked and answers", () => {
    expectTypeOf<RequestFor<"ca", "outpatient">["billing_code"]>().toEqualTypeOf<string>();
    expectTypeOf<RequestFor<"ca", "inpatient">["total_charges"]>().toEqualTypeOf<string | number | null | undefined>();
    expectTypeOf<CaOutpatientResult["payment_rate"]>().toEqualTypeOf<string | null>();
    expectTypeOf<CaOutpatientResult["rate_found"]>().toEqualTypeOf<boolean>();
    const visit = () => ratebook.price("ca", "outpatient", { npi: "1", billing_code: "99213" });
    expectTypeOf(visit).returns.resolves.toEqualTypeOf<Answered<readonly CaOutpatientResult[]>>();
    const stay = () => ratebook.price("ny", "inpatient", { npi: "1", billing_code: "560-1" });
    expectTypeOf(stay).returns.resolves.toEqualTypeOf<Answered<readonly NyInpatientResult[]>>();
  });

  it("refuse what the service would refuse", () => {
    const refused = () => [
      // @ts-expect-error a lookup needs a provider
      ratebook.price("ca", "outpatient", { billing_code: "99213" }),
      // @ts-expect-error and not one that is null
      ratebook.price("ca", "outpatient", { billing_code: "99213", npi: null }),
      // @ts-expect-error a lookup needs a code
      ratebook.price("ca", "outpatient", { npi: "1" }),
      // @ts-expect-error a misspelt field is none
      ratebook.price("ca", "outpatient", { npi: "1", billing_code: "99213", child_pateint: true }),
      // @ts-expect-error a flag is no text
      ratebook.price("ca", "outpatient", { npi: "1", billing_code: "99213", child_patient: "yes" }),
      // @ts-expect-error not one of the values
      ratebook.price("ca", "outpatient", { npi: "1", billing_code: "99213", provider_type: "spaceship" }),
      // @ts-expect-error no such state
      ratebook.price("tx", "outpatient", { npi: "1", billing_code: "99213" }),
      // @ts-expect-error no such setting
      ratebook.price("ca", "dental", { npi: "1", billing_code: "99213" }),
      // @ts-expect-error a history has no day
      ratebook.history("ca", "outpatient", { npi: "1", billing_code: "99213", date_of_service: "2026-01-01" }),
      // @ts-expect-error a history is of one provider, whom a name alone does not tell
      ratebook.history("ca", "outpatient", { provider_name: "Golden", billing_code: "99213" }),
      // @ts-expect-error a request of many is the same
      ratebook.priceMany("ca", "outpatient", [{ billing_code: "99213" }]),
      // @ts-expect-error no such filter
      ratebook.searchProviders("ca", { colour: "red" }),
      // @ts-expect-error the options of a lookup need its provider
      ratebook.options("ca", "outpatient", { billing_code: "99213" }),
      // @ts-expect-error no such setting of a state
      ratebook.repricing.upload("ca", "dental", "NPI\\n"),
      // @ts-expect-error no such member of an order
      ratebook.repricing.upload("ca", "outpatient", "NPI\\n", { tolerence: "1%" }),
      // @ts-expect-error differences are of one state or of all
      ratebook.releaseDiff({ state: "tx" }),
      // @ts-expect-error coverage is of states
      ratebook.coverage({ state: "tx" }),
    ];
    expectTypeOf(refused).toBeFunction();
  });

  it("know a job that is done from one that is not", () => {
    const read = async () => {
      const { answer: job } = await ratebook.repricing.job("");
      expectTypeOf(job.summary).toEqualTypeOf<RepricingSummary | null>();
      const { answer: done } = await ratebook.repricing.wait("");
      expectTypeOf(done.summary.underpaid).toEqualTypeOf<LinesAndAmount | undefined>();
      expectTypeOf(done.status).toEqualTypeOf<"done">();
    };
    expectTypeOf(read).toBeFunction();
  });

  it("keep the results of a lookup that was refused out of reach", () => {
    const read = (item: PricedItem<RequestFor<"ca", "outpatient">, CaOutpatientResult>) => {
      expectTypeOf(item.index).toEqualTypeOf<number>();
      // @ts-expect-error whether there are results has to be asked first
      expectTypeOf(item.results).toBeArray();
      if (item.kind === "refused") return item.error.message;
      expectTypeOf(item.results).toEqualTypeOf<readonly CaOutpatientResult[]>();
      return item.about.release;
    };
    expectTypeOf(read).toBeFunction();
  });

  it("tell failures apart, by kind and by code", () => {
    const notices = (failure: Failure) => {
      switch (failure.kind) {
        case "problem":
          expectTypeOf(failure.code).toEqualTypeOf<ProblemCode>();
          if (failure.code === "rate_limited") expectTypeOf(failure.status).toEqualTypeOf<429>();
          return failure.faults.map(({ field }) => field);
        case "invalid_request":
          return failure.faults.map(({ field }) => field);
        case "network":
          return [failure.reason];
        case "timeout":
          return [failure.timeoutMilliseconds];
        case "unexpected_answer":
          return [failure.status];
        case "answer_too_large":
          return [failure.answerBytesMax];
        case "job_failed":
          return [failure.id];
        case "aborted":
        case "source_failed":
          return [];
        default:
          return failure satisfies never;
      }
    };
    expectTypeOf(notices).toBeFunction();
  });
});
