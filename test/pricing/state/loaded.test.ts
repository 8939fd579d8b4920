import { describe, expect, it } from "vitest";
import type { Table } from "../../../src/dataset/table.ts";
import type { Feed, Publication, Section } from "../../../src/imports/declaring/publication.ts";
import {
  importedAs,
  isLoaded,
  loadedSettings,
  notLoaded,
  notLoadedMessages,
} from "../../../src/pricing/state/loaded.ts";
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
  it("the message names the publications that would bring the setting, as import calls them", async () => {
    expect(await notLoadedMessages(atlantis, {})).toEqual({
      outpatient: "Atlantis outpatient rates are not loaded. They come from: Atlantean Fee Sheet (at/fee-sheet).",
      inpatient: "Atlantis inpatient rates are not loaded. They come from: Atlantean Fee Sheet (at/fee-sheet).",
    });
  });

  it("a state whose settings are all loaded has no message, and its importers are not loaded for that", async () => {
    const publications = () => Promise.reject(new Error("not needed"));
    expect(await notLoadedMessages({ ...atlantis, publications }, { "at/fees": 1 })).toEqual({});
  });

  it("where no publication brings a setting, files of your own do", async () => {
    const { outpatient } = await notLoadedMessages({ ...atlantis, publications: async () => [] }, {});
    expect(outpatient).toBe(
      "Atlantis outpatient rates are not loaded. No publication of them is known: import files of your own as at/fees.",
    );
  });

  it.each(states)("every setting of $name can be had from publications", async (state) => {
    const messages = await notLoadedMessages(state, {});
    expect(Object.keys(messages)).toEqual(state.lookups.map(({ setting }) => setting));
    for (const message of Object.values(messages))
      expect(message).toMatch(/They come from: .+ \([a-z]+\/[A-Za-z_.-]+(?:, [^()]+)?\)\.$/);
  });

  it("publications that only fill cells of rows bring nothing", async () => {
    const california = states.find(({ code }) => code === "ca");
    const { inpatient } = california === undefined ? {} : await notLoadedMessages(california, {});
    expect(inpatient).toBe(
      "California inpatient rates are not loaded. They come from: Hospital Characteristics List for California Providers (ca/hospital-characteristics), Hospital Characteristics List for California Border Providers (ca/border-hospitals), Medi-Cal DRG Pricing Calculator (ca/drg-weights).",
    );
  });

  it("a publication whose layout nobody has seen is named by the tables of the setting alone", async () => {
    const [providers, ownFees] = atlantis.tables as [Table, Table];
    const [published] = (await atlantis.publications()) as [Publication];
    const [section] = published.sections as [Section];
    const feeds = [providers, ownFees].map((table) => ({ ...(section.feeds[0] as Feed), table }));
    const unseen = { ...published, confidence: "unseen", sections: [{ ...section, feeds }] } as const;
    expect(importedAs(unseen, [ownFees])).toEqual(["at/fees"]);
    expect(importedAs(published, [ownFees])).toEqual(["at/fee-sheet"]);
    const { outpatient } = await notLoadedMessages({ ...atlantis, publications: async () => [unseen] }, {});
    expect(outpatient).toBe("Atlantis outpatient rates are not loaded. They come from: Atlantean Fee Sheet (at/fees).");
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
