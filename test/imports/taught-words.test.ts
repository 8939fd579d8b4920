import { describe, expect, it } from "vitest";
import { type Publication, titleOfPublication } from "../../src/imports/declaring/publication.ts";
import { mappingTemplate } from "../../src/imports/layout/mapping.ts";
import { ambulatorySurgicalCenters } from "../../src/states/fl/publications/fee-schedules.ts";
import { laboratory as newYorkLaboratory, physicianMedicine } from "../../src/states/ny/publications/fee-schedules.ts";
import { csv } from "./fixtures.ts";
import { importing } from "./support.ts";

/* Words for "priced by hand" are a state's own: those that Ratebook does not know are taught in the mapping file. */

const AS_OF = { asOf: "2016-01-01" };
const file = { name: "fees.csv", content: csv(["Code", "Fee"], ["80053", "10.00"], ["87999", "see  Invoice"]) };

function teaching(publication: Publication, priced_by_hand: object): string {
  return JSON.stringify({ publication: titleOfPublication(publication), legends: { priced_by_hand } });
}

describe.each([
  [ambulatorySurgicalCenters, "fl/fee_schedule", { by_report: "true" }],
  [newYorkLaboratory, "ny/fee_schedule", { by_report: "true" }],
  [physicianMedicine, "ny/fee_schedule", { by_report: "true" }],
] as const)("%#", (publication, table, byHand) => {
  it("a word is refused until the mapping file teaches it, whatever its case and spaces", async () => {
    const refused = importing(publication, file, AS_OF);
    await expect(refused).rejects.toThrow('"see  Invoice", expected an amount');
    await expect(refused).rejects.toThrow(
      '; if the word means that each claim is priced by hand, add it to the legend "priced_by_hand" in a mapping file: see --template and --map',
    );
    const map = teaching(publication, { "See Invoice": true });
    const { rows } = await importing(publication, file, { ...AS_OF, map });
    expect(rows(table)).toContainEqual(expect.objectContaining({ code: "87999", ...byHand }));
    expect(rows(table)).toContainEqual(expect.objectContaining({ code: "80053" }));
  });

  it("the template shows the words that are known", () => {
    expect(JSON.parse(mappingTemplate(publication))).toMatchObject({ legends: { priced_by_hand: { BR: true } } });
  });
});

it("a figure with a slip in it is no word to teach", async () => {
  const slip = { ...file, content: csv(["Code", "Fee"], ["80053", "1O.00"]) };
  const refused = importing(newYorkLaboratory, slip, AS_OF);
  await expect(refused).rejects.toThrow('"1O.00", expected an amount');
  await expect(refused).rejects.not.toThrow("priced_by_hand");
});

it("a word means that, or nothing: another meaning is refused", async () => {
  const map = teaching(newYorkLaboratory, { Invoice: "maybe" });
  await expect(importing(newYorkLaboratory, file, { ...AS_OF, map })).rejects.toThrow(
    'legend priced_by_hand: "Invoice" means "maybe", expected true',
  );
});
