import { describe, expect, it } from "vitest";
import { oneOf, text } from "../../../src/dataset/column.ts";
import { upperCase } from "../../../src/imports/declaring/conversions.ts";
import { heading } from "../../../src/imports/declaring/fields.ts";
import { legendOf } from "../../../src/imports/declaring/intake.ts";
import { publication, section } from "../../../src/imports/declaring/publication.ts";
import { mappingTemplate } from "../../../src/imports/layout/mapping.ts";
import { csv } from "../fixtures.ts";
import { feeSchedule, providers } from "../reef.ts";
import { importing } from "../support.ts";

const swimmers = publication({
  folder: "rf",
  name: "swimmers",
  title: "Swimmers",
  publisher: "Reef Council",
  published: "yearly",
  page: null,
  form: "CSV",
  confidence: "seen",
  legends: { kinds: { F: "fish" }, cities: { R: "Reeftown" } },
  sections: [
    section({
      fields: { npi: heading("NPI"), kind: heading("Kind", upperCase), city: heading("City") },
      feeds: [providers],
      read: ({ legends }) => {
        const kinds = legendOf(legends, "kinds", oneOf(["fish", "crab"]));
        const cities = legendOf(legends, "cities", text());
        return {
          record({ npi, kind, city }, intake) {
            const known = kinds.get(kind ?? "");
            if (known === undefined) return intake.leaveOut(`kind ${kind} is not in the legend`);
            intake.take(providers, { npi, providerName: "Nobody", kind: known, city: cities.get(city ?? "") });
          },
        };
      },
    }),
  ],
});

const file = {
  name: "swimmers.csv",
  content: csv(["NPI", "Kind", "City"], ["1100000009", "f", "R"], ["1100000017", "c", "R"]),
};

function mapping(legends: unknown): string {
  return JSON.stringify({ publication: "rf/swimmers", legends });
}

describe("the legends of a publication", () => {
  it("come as declared when nobody says otherwise", async () => {
    const { rows, report } = await importing(swimmers, file, { asOf: "2026-01-01" });
    expect(rows("rf/providers").map(({ kind, city }) => [kind, city])).toEqual([["fish", "Reeftown"]]);
    expect(report.leftOut).toMatchObject([{ reason: "kind C is not in the legend", count: 1 }]);
  });

  it("stand whole in the template of the mapping file", () => {
    expect(JSON.parse(mappingTemplate(swimmers))).toMatchObject({
      publication: "rf/swimmers",
      sections: { table: { fields: { kind: "Kind" } } },
      legends: { kinds: { F: "fish" }, cities: { R: "Reeftown" } },
    });
  });

  it("are no part of the template of a publication that has none", () => {
    expect(JSON.parse(mappingTemplate(feeSchedule))).not.toHaveProperty("legends");
  });

  it("are corrected and extended in the mapping file, one by one", async () => {
    const map = mapping({ kinds: { C: "crab" } });
    const { rows, report } = await importing(swimmers, file, { asOf: "2026-01-01", map });
    expect(rows("rf/providers").map(({ kind, city }) => [kind, city])).toEqual([["crab", "Reeftown"]]);
    expect(report.leftOut).toMatchObject([{ reason: "kind F is not in the legend", count: 1 }]);
  });

  it("are refused under a name that the publication does not know", async () => {
    const map = mapping({ kind: { C: "crab" } });
    await expect(importing(swimmers, file, { asOf: "2026-01-01", map })).rejects.toThrow(
      'rf/swimmers has no legend "kind"; it has kinds, cities',
    );
  });

  it("are refused where a word means nothing that there is", async () => {
    const map = mapping({ kinds: { C: "whale" } });
    await expect(importing(swimmers, file, { asOf: "2026-01-01", map })).rejects.toThrow(
      'legend kinds: "C" means "whale", expected one of fish, crab',
    );
  });

  it("are refused where they are no legends", async () => {
    const refused = (legends: unknown) => importing(swimmers, file, { asOf: "2026-01-01", map: mapping(legends) });
    await expect(refused(["F"])).rejects.toThrow("legends: expected a JSON object");
    await expect(refused({ kinds: "fish" })).rejects.toThrow("legend kinds: expected a JSON object");
    await expect(refused({ kinds: { C: ["crab"] } })).rejects.toThrow('legend kinds: "C" means');
  });
});
