import { describe, expect, it } from "vitest";
import { FAULT_CODES, type FaultCode } from "../../../src/pricing/request/read.ts";
import { PROBLEMS, type ProblemCode } from "../../../src/serve/http/problems.ts";
import { repricingWords } from "../../../web/src/repricing/problem-words.ts";
import { inPageWords } from "../../../web/src/words/problem.ts";

/** Words for programs: names of parameters and headers, paths, options and commands. */
const FOR_PROGRAMS =
  /[a-z]_[a-z]|`|--[a-z]|\bGET\b|\/api|Retry-After|Authorization|Idempotency|request_id|\bratebook\b|\bparameter\b|endpoint|is not valid: expected|is required:/;

/** Messages of the API for programs. */
const MESSAGES: Readonly<Record<FaultCode, string>> = {
  missing_parameter: "billing_code is required: HCPCS procedure code.",
  invalid_parameter: 'npi "12345" is not valid: expected 10 digits.',
  unknown_parameter: '"bilingcode" is not a parameter of this endpoint; did you mean billing_code?',
  missing_provider_identifier: "Send at least one of npi, state_provider_id, provider_name.",
};

/** Details that the page shows in part. */
const DETAILS: Partial<Readonly<Record<ProblemCode, string>>> = {
  invalid_form: "The form cannot be read. It has no file. Send the file as file, with a file name.",
  invalid_file:
    'line 1: There is no column billing_code: HCPCS procedure code. Say which one it is with the field columns: {"Its heading":"billing_code"}.',
};

describe("A problem of the API", () => {
  const codes = Object.keys(PROBLEMS) as ProblemCode[];

  it.each(codes)("%s is in words of the page", (code) => {
    const { status, title, remedy } = PROBLEMS[code];
    const shown = inPageWords({ code, status, title, detail: remedy });
    expect(`${shown.title}. ${shown.detail}`).not.toMatch(FOR_PROGRAMS);
    expect(shown.detail).not.toBe(remedy);
  });

  it.each(codes)("%s is in words of the page where a file is repriced", (code) => {
    const { status, title, remedy } = PROBLEMS[code];
    const shown = repricingWords({ code, status, title, detail: DETAILS[code] ?? remedy });
    expect(`${shown.title}. ${shown.detail}`).not.toMatch(FOR_PROGRAMS);
  });

  it.each(FAULT_CODES)("names %s of a field in words of the page", (code) => {
    const { status, title } = PROBLEMS[code];
    const errors = [{ field: "npi", code, message: MESSAGES[code] }];
    const shown = inPageWords({ code, status, title, detail: MESSAGES[code], errors });
    expect(shown.errors?.[0]?.message).not.toMatch(FOR_PROGRAMS);
  });

  it("that the page does not know is shown as it is, and so is one of the page", () => {
    const problem = { code: "unreachable", status: 0, title: "The service does not answer", detail: "Try again." };
    expect(inPageWords(problem)).toEqual(problem);
  });

  it("says at a field what to enter, by the label of the field", () => {
    const messageOf = (message: string) =>
      inPageWords({
        ...{ code: "invalid_parameter", status: 400, title: "t", detail: "d" },
        errors: [{ field: "date", code: "invalid_parameter", message }],
      }).errors?.[0]?.message;
    expect(messageOf('date_of_service "x" is not valid: expected a day such as 2026-10-01.')).toBe(
      'Date of service: "x" cannot be used. Enter a day such as 2026-10-01.',
    );
    expect(messageOf('date "2026-02-30" is not valid: expected a date as YYYY-MM-DD.')).toBe(
      'Date: "2026-02-30" cannot be used. Enter a day of the calendar.',
    );
    expect(messageOf("state_provider_id is required: the number.")).toBe("Medicaid provider ID is needed.");
    expect(messageOf("Send state_provider_id.")).toBe("Enter Medicaid provider ID.");
    expect(messageOf("set is not valid: expected 1 to 20 values.")).toBe(
      "Set: this cannot be used. Enter 1 to 20 values.",
    );
  });
});
