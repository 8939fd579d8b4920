import { expect, it } from "vitest";
import { taxonomyMasterList } from "../../../../src/states/fl/publications/taxonomy-master-list.ts";
import { csv } from "../../../imports/fixtures.ts";
import { importing } from "../../../imports/support.ts";

it("reads the state's words for provider types and specialties, each once", async () => {
  const content = csv(
    ["Provider Type Code", "Provider Type Description", "Specialty Code", "Specialty Description", "Taxonomy Code"],
    ['="25"', "PHYSICIAN  (M.D.)", '="036"', "PEDIATRICS", "208000000X"],
    ['="25"', "PHYSICIAN  (M.D.)", '="036"', "PEDIATRICS", "2080A0000X"],
    ['="26"', "PHYSICIAN (D.O.)", "", "", "207Q00000X"],
  );
  const { rows } = await importing(taxonomyMasterList, { name: "tml.csv", content }, { asOf: "2026-06-01" });
  expect(rows("fl/codes")).toEqual([
    { kind: "provider_type", code: "25", description: "PHYSICIAN (M.D.)" },
    { kind: "provider_type", code: "26", description: "PHYSICIAN (D.O.)" },
    { kind: "specialty", code: "036", description: "PEDIATRICS" },
  ]);
});
