import { describe, expect, it } from "vitest";
import { ffsProviders } from "../../../../src/states/ca/publications/ffs-providers.ts";
import { hcaiNpiCrosswalk } from "../../../../src/states/ca/publications/hcai-npi-crosswalk.ts";
import { csv } from "../../../imports/fixtures.ts";
import { type Imported, importing } from "../../../imports/support.ts";

const AS_OF = { asOf: "2026-01-01" };

const FFS = [
  "PROVIDER_NUMBER",
  "NPI",
  "LEGAL_NAME",
  "PROVIDER_TAXONOMY",
  "ADDRESS",
  "ADDRESS2",
  "CITY",
  "STATE",
  "ZIP",
  "ZIP_4",
  "COUNTY",
  "FI_PROVIDER_TYPE_CD",
];
const OFFICE = [
  "00A000010",
  "1100000009",
  "ALDER  JO MD",
  "207Q00000X",
  "10 MAIN ST",
  "STE 2",
  "FRESNO",
  "CA",
  "93710",
  "0012",
  "FRESNO",
  "026",
];

const ffs = (...rows: readonly (readonly string[])[]) => ({ name: "ffs.csv", content: csv(FFS, ...rows) });

function but(row: readonly string[], cells: Readonly<Record<number, string>>): string[] {
  return row.map((cell, index) => cells[index] ?? cell);
}

describe("the Profile of Enrolled Medi-Cal FFS Providers", () => {
  it("takes a provider with its number, taxonomy and address", async () => {
    const { rows } = await importing(ffsProviders, ffs(OFFICE), AS_OF);
    expect(rows("ca/providers")).toEqual([
      {
        npi: "1100000009",
        state_provider_id: "00A000010",
        alternate_npis: "",
        provider_name: "ALDER JO MD",
        provider_type: "physician_office",
        entity_type: "",
        primary_taxonomy: "207Q00000X",
        street_address: "10 MAIN ST STE 2",
        city: "FRESNO",
        state: "CA",
        zip_code: "93710-0012",
        county: "FRESNO",
        cbsa_code: "",
        cbsa_description: "",
      },
    ]);
  });

  it("takes a provider once, with its first service location", async () => {
    const { rows, report } = await importing(ffsProviders, ffs(OFFICE, but(OFFICE, { 4: "20 OAK ST" })), AS_OF);
    expect(rows("ca/providers")).toMatchObject([{ street_address: "10 MAIN ST STE 2" }]);
    expect(report.tables).toMatchObject([{ repeated: 1 }]);
  });

  it("takes the type from the state's code before the taxonomy, which is often missing or no code", async () => {
    const typed = (npi: string, code: string, taxonomy: string) =>
      but(OFFICE, { 0: "", 1: npi, 3: taxonomy, 11: code });
    const { rows } = await importing(
      ffsProviders,
      ffs(
        typed("1100000001", "044", "Unavailable in FI file"),
        typed("1100000002", "40.0", ""),
        typed("1100000003", "027", "207Q00000X"),
        typed("1100000004", "18", "-"),
        typed("1100000005", "035", "261QF0400X"),
        typed("1100000006", "099", "261QA1903X"),
      ),
      AS_OF,
    );
    expect(rows("ca/providers").map((row) => [row.provider_type, row.primary_taxonomy])).toEqual([
      ["surgical_clinic", ""],
      ["free_clinic", ""],
      ["podiatrist", "207Q00000X"],
      ["nurse_anesthetist", ""],
      ["other_clinic", "261QF0400X"],
      // No code of the legend: the taxonomy decides.
      ["", "261QA1903X"],
    ]);
  });

  it("finds its headings in any case", async () => {
    const mixed = csv(
      ["Provider_Number", "NPI", "Legal_Name", "FI_Provider_Type_CD", "FI_Provider_Type", "In_Out_State", "State"],
      ["", "1100000009", "ALDER", "044", "SURGICAL CLINIC", "IN", "CA"],
    );
    const { rows } = await importing(ffsProviders, { name: "ffs.csv", content: mixed }, AS_OF);
    expect(rows("ca/providers")).toMatchObject([
      { npi: "1100000009", state_provider_id: "", provider_type: "surgical_clinic", state: "CA" },
    ]);
  });

  it("takes another type for a code from the mapping file, and refuses a type that there is not", async () => {
    const map = (type: string) =>
      JSON.stringify({ publication: "ca/ffs-providers", legends: { provider_types: { "026": type } } });
    const { rows } = await importing(ffsProviders, ffs(OFFICE), { ...AS_OF, map: map("other_clinic") });
    expect(rows("ca/providers")).toMatchObject([{ provider_type: "other_clinic" }]);
    await expect(importing(ffsProviders, ffs(OFFICE), { ...AS_OF, map: map("clinic") })).rejects.toThrow(
      'legend provider_types: "026" means "clinic", expected one of hospital',
    );
  });

  it("tells of rows without a code, and of providers that are listed as two types", async () => {
    const { rows, report } = await importing(
      ffsProviders,
      ffs(OFFICE, but(OFFICE, { 11: "044" }), but(OFFICE, { 1: "1100000010", 11: "" })),
      AS_OF,
    );
    expect(rows("ca/providers").map((row) => row.provider_type)).toEqual(["physician_office", ""]);
    expect(report.findings).toMatchObject([
      { reason: "rows of a provider that was listed before as another type; the first one counts", count: 1 },
      {
        reason: "rows with a taxonomy and without FI_PROVIDER_TYPE_CD: the taxonomy decides the provider's type",
        count: 1,
      },
    ]);
  });

  it("counts by code the rows that a type code of no legend leaves to be priced as physician offices", async () => {
    const unknown = (npi: string, code: string, taxonomy = "") =>
      but(OFFICE, { 0: "", 1: npi, 2: `DR ${npi.at(-1)}`, 3: taxonomy, 11: code });
    const list = ffs(
      unknown("1100000001", "099"),
      unknown("1100000002", "777", "Unavailable in FI file"),
      unknown("1100000003", "99"),
      unknown("1100000004", "099", "261QA1903X"),
      unknown("1100000005", ""),
      unknown("1100000006", "026"),
    );
    const { rows, report } = await importing(ffsProviders, list, AS_OF);
    expect(rows("ca/providers").map((row) => row.provider_type)).toEqual(["", "", "", "", "", "physician_office"]);
    const priced = (code: string) =>
      `rows with FI_PROVIDER_TYPE_CD "${code}", which the legend lacks, and without a valid taxonomy: they are priced as physician offices (ca 3.2); where that is wrong, give the code a type in the legend provider_types of a mapping file: see --template and --map`;
    expect(report.findings).toEqual([
      { reason: priced("099"), count: 2, examples: ["DR 1", "DR 3"] },
      { reason: priced("777"), count: 1, examples: ["DR 2"] },
      {
        reason:
          "rows with a taxonomy and an FI_PROVIDER_TYPE_CD that the legend lacks: the taxonomy decides the provider's type",
        count: 1,
        examples: ["DR 4"],
      },
      {
        reason:
          "rows without FI_PROVIDER_TYPE_CD and without a taxonomy: they are priced as physician offices (ca 3.2)",
        count: 1,
        examples: ["DR 5"],
      },
    ]);

    const map = JSON.stringify({
      publication: "ca/ffs-providers",
      legends: { provider_types: { "099": "other_clinic", "777": "other_clinic", "026": "physician_office" } },
    });
    const extended = await importing(ffsProviders, list, { ...AS_OF, map });
    expect(extended.report.findings.map(({ reason }) => reason)).toEqual([
      "rows without FI_PROVIDER_TYPE_CD and without a taxonomy: they are priced as physician offices (ca 3.2)",
    ]);
  });

  it("leaves out who has no number or no name", async () => {
    const { report } = await importing(
      ffsProviders,
      ffs(OFFICE, but(OFFICE, { 0: "", 1: "N/A" }), but(OFFICE, { 2: "" })),
      AS_OF,
    );
    expect(report.leftOut).toEqual([
      { reason: "neither NPI nor provider number", count: 1, examples: ["line 3: ALDER JO MD"] },
      { reason: "no name", count: 1, examples: ["line 4: 1100000009"] },
    ]);
  });

  it("is refused without the type codes", async () => {
    const untyped = csv(FFS.slice(0, -1), OFFICE.slice(0, -1));
    await expect(importing(ffsProviders, { name: "ffs.csv", content: untyped }, AS_OF)).rejects.toThrow(
      /no column with the heading "FI_PROVIDER_TYPE_CD"/,
    );
  });

  it("is refused when it is another list", async () => {
    const other = { name: "ffs.csv", content: csv(["NPI", "NAME"], ["1100000009", "ALDER"]) };
    await expect(importing(ffsProviders, other, AS_OF)).rejects.toThrow(/PROVIDER_NUMBER/);
  });
});

describe("hospitals of the Profile of Enrolled Providers", () => {
  const hospital = (npi: string, name: string, cells: Readonly<Record<number, string>> = {}) =>
    but(OFFICE, { 0: `HSP${npi.slice(-5)}`, 1: npi, 2: name, 3: "", 11: "061", ...cells });
  const BAY = hospital("1100000017", "BAY HOSPITAL");
  const ROWS =
    "npi,state_provider_id,alternate_npis,provider_name,provider_type\n" +
    "1100000017,106000001,1100000018|1100000019,BAY HOSPITAL,hospital\n" +
    "1100000025,BORDER-1100000025,,DESERT HOSPITAL,hospital\n";
  const TAKEN = /^hospitals that no other list has, taken under their Medi-Cal number: priced outpatient only/;

  const left = ({ report }: Imported) => report.leftOut.map(({ reason, examples }) => [reason, ...examples]);
  const names = ({ rows }: Imported) => rows("ca/providers").map((row) => row.provider_name);

  it("are left to the rows that ca/providers has of their NPIs, primary or alternate", async () => {
    const imported = await importing(
      ffsProviders,
      ffs(
        OFFICE,
        BAY,
        hospital("1100000019", "BAY HOSPITAL EAST"),
        // By taxonomy alone, and of another state.
        hospital("1100000025", "DESERT HOSPITAL", { 3: "282N00000X", 7: "AZ", 11: "999" }),
        hospital("1100000033", "NEW HOSPITAL"),
      ),
      { ...AS_OF, files: { "ca/providers.csv": ROWS } },
    );
    expect(left(imported)).toEqual([
      [
        "a hospital that ca/providers has already, from another list or by hand",
        "line 3: BAY HOSPITAL",
        "line 4: BAY HOSPITAL EAST",
        "line 5: DESERT HOSPITAL",
      ],
    ]);
    expect(names(imported)).toEqual(["ALDER JO MD", "BAY HOSPITAL", "DESERT HOSPITAL", "NEW HOSPITAL"]);
    expect(imported.rows("ca/providers")[3]).toMatchObject({
      npi: "1100000033",
      state_provider_id: "HSP00033",
      provider_type: "hospital",
    });
    expect(imported.report.findings).toEqual([
      { reason: expect.stringMatching(TAKEN), count: 1, examples: ["NEW HOSPITAL"] },
    ]);
  });

  it("stay when a newer listing has them again, with their number or another one", async () => {
    const renumbered = hospital("1100000033", "NEW HOSPITAL", { 0: "HSP99999" });
    const unnumbered = hospital("1100000041", "OLD HOSPITAL", { 0: "" });
    const first = await importing(ffsProviders, ffs(BAY, hospital("1100000033", "NEW HOSPITAL"), unnumbered), AS_OF);
    const again = await importing(ffsProviders, ffs(BAY, renumbered, unnumbered), {
      asOf: "2026-02-01",
      into: first.dataset,
    });
    expect(left(again)).toEqual([]);
    expect(again.rows("ca/providers").map((row) => row.state_provider_id)).toEqual(["HSP00017", "HSP99999", ""]);
  });

  it("give way when the crosswalk has brought them since", async () => {
    const first = await importing(ffsProviders, ffs(OFFICE, BAY), AS_OF);
    const crosswalk = csv(
      ["HCAI_ID", "NPI", "FACNAME", "FAC_TYPE_DESCRIPTION"],
      ["106000001", "1100000017", "Bay Hospital", "General Acute Care Hospital"],
    );
    const options = { asOf: "2026-01-01", into: first.dataset };
    await importing(
      hcaiNpiCrosswalk,
      { name: "crosswalk.csv", content: crosswalk },
      { ...options, after: [ffsProviders] },
    );
    const again = await importing(ffsProviders, ffs(OFFICE, BAY), { ...options, others: [hcaiNpiCrosswalk] });
    expect(again.rows("ca/providers").map((row) => [row.npi, row.state_provider_id])).toEqual([
      ["1100000009", "00A000010"],
      ["1100000017", "106000001"],
    ]);
  });

  it("are taken once, whatever numbers they are listed under, and counted once", async () => {
    const imported = await importing(
      ffsProviders,
      ffs(
        BAY,
        but(BAY, { 4: "20 OAK ST" }),
        hospital("1100000017", "BAY HOSPITAL INPATIENT", { 0: "HSC00017", 11: "060" }),
        hospital("1100000041", "BAY HOSPITAL WEST", { 0: "HSP00017" }),
      ),
      AS_OF,
    );
    expect(names(imported)).toEqual(["BAY HOSPITAL"]);
    expect(left(imported)).toEqual([
      [
        "a hospital listed before under another NPI or Medi-Cal number",
        "line 4: BAY HOSPITAL INPATIENT",
        "line 5: BAY HOSPITAL WEST",
      ],
    ]);
    expect(imported.report.findings).toMatchObject([{ reason: expect.stringMatching(TAKEN), count: 1 }]);
  });
});
