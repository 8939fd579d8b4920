import { describe, expect, it } from "vitest";
import { resolveServiceType } from "../../../../src/states/ny/inpatient/service-type.ts";
import { acuteRates, perDiemRates, psychiatricRates, routing } from "../../../../src/states/ny/tables.ts";
import {
  acuteRate,
  inpatientRequest,
  perDiemRate,
  period,
  provider,
  psychiatricRate,
  rateData,
  rowsOf,
  type TableRows,
} from "../rows.ts";

const ACUTE = rowsOf(acuteRates, acuteRate());
const PSYCHIATRIC = rowsOf(psychiatricRates, psychiatricRate({ ageGroup: "CHILD" }));
const REHABILITATION = rowsOf(perDiemRates, perDiemRate());

type Tables = readonly TableRows[];

function resolve(query: Record<string, string>, tables: Tables, hospital = provider()) {
  return resolveServiceType(inpatientRequest(query), hospital, rateData(...tables));
}

describe("the first rule that applies", () => {
  it("1: the service type sent", () => {
    const query = { service_type: "CAH", rate_code: "2946", billing_code: "750-1" };
    expect(resolve(query, [PSYCHIATRIC])).toEqual({ type: "cah", source: "explicit" });
  });

  it("2: a routed rate code, even against a psychiatric DRG", () => {
    expect(resolve({ rate_code: "2946", billing_code: "750-1" }, [PSYCHIATRIC])).toEqual({
      type: "acute",
      source: "inferred_from_rate_code",
    });
  });

  it("2a: a rate code that is not routed", () => {
    const route = rowsOf(routing, { line: 2, kind: "inpatient_rate_code", code: "2957", target: "chem_dep_rehab" });
    expect(resolve({ rate_code: "9999" }, [REHABILITATION, route])).toMatchObject({
      message:
        "Rate code 9999 does not name a service type that can be priced; supported: 2852, 2853, 2946, 2957, 2960, 2999, 4607, 4608. Send service_type instead.",
    });
  });

  it("3: a routed DRG at a hospital with such a unit, whatever its age group", () => {
    const inferred = { type: "psychiatric", source: "inferred_from_drg" };
    expect(resolve({ billing_code: "750-1" }, [ACUTE, PSYCHIATRIC])).toEqual(inferred);
    expect(resolve({ billing_code: "0760" }, [ACUTE, PSYCHIATRIC])).toEqual(inferred);
    expect(resolve({ billing_code: "761-1" }, [ACUTE, PSYCHIATRIC])).toMatchObject({ type: "acute" });
    expect(resolve({ billing_code: "750-1" }, [ACUTE])).toEqual({ type: "acute", source: "default_acute" });
  });

  it("4: the only certification, unless it is acute", () => {
    expect(resolve({ billing_code: "750-1" }, [REHABILITATION])).toEqual({
      type: "med_rehab",
      source: "sole_provider_certification",
    });
    expect(resolve({ billing_code: "139" }, [PSYCHIATRIC])).toMatchObject({ type: "psychiatric" });
    expect(resolve({}, [ACUTE])).toEqual({ type: "acute", source: "default_acute" });
  });

  it("5: acute, with several certifications or none", () => {
    expect(resolve({}, [PSYCHIATRIC, REHABILITATION])).toMatchObject({ source: "default_acute" });
    expect(resolve({}, [])).toMatchObject({ source: "default_acute" });
    expect(resolve({}, [REHABILITATION], provider({ opcert: null }))).toMatchObject({ source: "default_acute" });
  });
});

it("a certification is a rate of the payer class in force on the day", () => {
  expect(resolve({ payer_class: "MMC" }, [REHABILITATION])).toMatchObject({ source: "default_acute" });
  const ended = rowsOf(perDiemRates, perDiemRate({ period: period("2020-01-01", "2025-02-28") }));
  expect(resolve({}, [ended])).toMatchObject({ source: "default_acute" });
  expect(resolve({ discharge_date: "2025-02-28" }, [ended])).toMatchObject({ type: "med_rehab" });
});
