import { describe, expect, it } from "vitest";
import { isLoaded, loadedSettings, notLoaded, notLoadedMessages } from "../../../src/pricing/state/loaded.ts";
import { lookupOf } from "../../../src/pricing/state/state.ts";
import { states } from "../../../src/states/index.ts";
import { atlantis } from "../../new-state/tiny-state.ts";

describe("loaded", () => {
  const fees = lookupOf(atlantis, "outpatient");

  it("a setting is loaded with the first row of any of its tables", () => {
    expect(isLoaded(fees, { "at/fees": 1 })).toBe(true);
    expect(isLoaded(fees, { "at/fees": 0 })).toBe(false);
    expect(isLoaded(fees, {})).toBe(false);
  });

  it("rows of tables that it does not price from count for nothing", () => {
    expect(isLoaded(fees, { "at/providers": 5, "zz/fees": 5 })).toBe(false);
  });

  it("is known of each setting of a state", () => {
    const california = states.find(({ code }) => code === "ca");
    expect(loadedSettings(california?.lookups ?? [], { "ca/drg_weights": 3, "ca/providers": 9 })).toEqual({
      outpatient: false,
      inpatient: true,
    });
  });
});

describe("not loaded", () => {
  it("a state whose settings are all loaded has no message", () => {
    expect(notLoadedMessages(atlantis, { "at/fees": 1 })).toEqual({});
  });

  it("where no publication brings a setting, files of your own do", () => {
    expect(notLoadedMessages(atlantis, {}).outpatient).toBe(
      "Atlantis outpatient rates are not loaded. No publication of them is known: import files of your own as at/fees.",
    );
  });

  it.each(states)("every setting of $name can be had from publications", (state) => {
    const messages = notLoadedMessages(state, {});
    expect(Object.keys(messages)).toEqual(state.lookups.map(({ setting }) => setting));
    for (const message of Object.values(messages))
      expect(message).toMatch(/They come from: .+ \([a-z]+\/[A-Za-z_.-]+(?:, [^()]+)?\)\.$/);
  });

  it("the message names what brings the setting, as import calls it: a publication, or the tables of the setting alone", () => {
    const messageOf = (code: string, setting: "inpatient" | "outpatient") =>
      states.flatMap((state) => (state.code === code ? [notLoadedMessages(state, {})[setting]] : []))[0];
    expect(messageOf("ca", "inpatient")).toBe(
      "California inpatient rates are not loaded. They come from: Hospital Characteristics List for California Providers (ca/hospital-characteristics), Hospital Characteristics List for California Border Providers (ca/border-hospitals), Medi-Cal DRG Pricing Calculator (ca/drg_weights).",
    );
    expect(messageOf("ga", "inpatient")).toContain("APR-DRG Weights and Outlier Thresholds (ga/drg_weights).");
  });

  it("only settings with a message are not loaded, and a row of their first table was searched for", () => {
    const reasons = notLoaded(atlantis.lookups, { inpatient: "none" });
    expect([...reasons.keys()]).toEqual(["inpatient"]);
    expect(reasons.get("inpatient")).toMatchObject({
      code: "not_loaded",
      message: "none",
      searched: { table: { name: "fees" }, key: {} },
    });
  });
});
