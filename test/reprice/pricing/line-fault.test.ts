import { describe, expect, it } from "vitest";
import { cellsOf } from "../../../src/core/text/csv.ts";
import { faultLine, headedAs, type LineFault } from "../../../src/reprice/pricing/line-fault.ts";

const FORM = { columns: 2, acronyms: new Set(["NPI", "ID", "DRG", "SOI"]) };

/** The cell with the reasons. */
function reasonsOf(...faults: readonly Pick<LineFault, "field" | "message">[]): string {
  const coded = faults.map((fault): LineFault => ({ ...fault, code: "invalid_parameter" }));
  return faultLine({ number: 7, shown: "a,b" }, coded, FORM);
}

describe("The reasons in the file of rejected lines", () => {
  it("are in words, without names of parameters and values", () => {
    const message = 'Type (provider_type) "md_office" is not valid: expected one of hospital, physician_office.';
    expect(reasonsOf({ field: "Type", message })).toBe(
      '7,Type,"Type (provider type) ""md_office"" cannot be used. Enter one of hospital, physician office.",a,b\n',
    );
    expect(reasonsOf({ field: "", message: "Send at least one of npi, state_provider_id, provider_name." })).toBe(
      '7,,"Add at least one of these: NPI, Medicaid provider ID, provider name.",a,b\n',
    );
    expect(
      reasonsOf({ field: "DRG", message: 'DRG (billing_code) "5" is not valid: expected <drg> or <drg>-<soi>.' }),
    ).toContain("DRG (billing code)");
    expect(reasonsOf({ field: "DRG", message: 'DRG "5" is not valid: expected <drg> or <drg>-<soi>.' })).toContain(
      "Enter DRG or DRG-SOI.",
    );
  });

  it("begin with no sign of a formula, and neither do the headings", () => {
    const heading = '=HYPERLINK("http://example.org")';
    const message = `${heading} (npi) "1" is not valid: expected 10 digits.`;
    const [, columns, reasons] = cellsOf(reasonsOf({ field: heading, message }).trimEnd()) as readonly string[];
    expect(columns).toBe(`'${heading}`);
    expect(reasons).toBe(`'${heading} (NPI) "1" cannot be used. Enter 10 digits.`);
    // The line itself stays as it is.
    const line = faultLine({ number: 7, shown: "=1+1,-2" }, [{ field: "a", code: "invalid_units", message }], FORM);
    expect(line.endsWith(",=1+1,-2\n")).toBe(true);
  });

  it("do not say twice what a heading says", () => {
    expect(headedAs("Rendering NPI", "npi")).toBe("Rendering NPI");
    expect(headedAs("Date of Service", "date_of_service")).toBe("Date of Service");
    expect(headedAs("DOS", "date_of_service")).toBe("DOS (date_of_service)");
  });

  it("have headings and cells as the file has them", () => {
    const message = 'svc_prov_npi (npi) "npi_1" is not valid: expected 10 digits.';
    expect(reasonsOf({ field: "svc_prov_npi", message })).toContain(
      'svc_prov_npi (NPI) ""npi_1"" cannot be used. Enter 10 digits.',
    );
  });
});
