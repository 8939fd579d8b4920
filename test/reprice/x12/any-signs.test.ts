import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { openClaims } from "../../../src/reprice/reading/open-claims.ts";
import { outpatient } from "../../../src/states/fl/outpatient/lookup.ts";
import { temporaryFolder } from "../../serve/operations/support/running-server.ts";
import { runs } from "../../support/property-runs.ts";
import { anySigns, batch, dollars, type MadeClaim, type MadeLine, remittance } from "./support/generator.ts";
import { claim } from "./support/made-claims.ts";
import { rowsOfX12 } from "./support/read-rows.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());

const stock = {
  codes: ["99213", "J1885"],
  npis: ["1000810014", "1000810063"],
  modifiers: ["25", "59"],
  isInpatient: false,
};
const numbered = fc
  .array(claim(stock), { minLength: 1, maxLength: 3 })
  .map((claims) => claims.map((each, place): MadeClaim => ({ ...each, claim: `C${place}`, payerClaim: `P${place}` })));

/** The cells that a line has in both kinds of file. */
function cellsOf(made: MadeClaim, line: MadeLine) {
  return {
    claim: made.claim,
    line_control: line.control,
    npi: line.npi || made.npi || made.billingNpi,
    billing_code: line.code,
    date_of_service: line.day,
    modifier_1: line.modifiers[0] ?? "",
    modifier_2: line.modifiers[1] ?? "",
    billed_amount: dollars(line.charge),
    not_owed: "",
  };
}

describe("With any separators and line ends", () => {
  it("a remittance is read back as the lines that it was written from", async () => {
    await fc.assert(
      fc.asyncProperty(numbered, anySigns, fc.integer({ min: -500, max: 500 }), async (made, signs, taken) => {
        // One payee: a remittance goes to one provider.
        const payee = made[0]?.billingNpi ?? "";
        const claims = made.map((each) => ({ ...each, billingNpi: payee }));
        const { rows, remittance: facts } = await rowsOfX12(remittance([claims], signs, taken), outpatient);
        const expected = claims.flatMap((each) =>
          each.lines.map((line) => {
            const share = line.adjustments.find(({ group }) => group === "PR")?.amount ?? 0;
            return {
              ...cellsOf(each, line),
              payer_claim: each.payerClaim,
              units: String(line.units),
              paid_amount: dollars(line.paid),
              allowed_amount: dollars(line.paid + share),
              patient_share: share === 0 ? "" : dollars(share),
              remarks_of_payer: line.remarks.join(" "),
            };
          }),
        );
        expect(rows).toMatchObject(expected);
        expect(facts).toMatchObject({ isReconciled: true, lines: expected.length });
      }),
      runs(60, 35),
    );
  });

  it("claims are read back as the lines that they were written from", async () => {
    await fc.assert(
      fc.asyncProperty(numbered, anySigns, async (made, signs) => {
        const { rows } = await rowsOfX12(batch([made], signs), outpatient);
        const expected = made.flatMap((each) =>
          each.lines.map((line) => ({
            ...cellsOf(each, line),
            place_of_service: line.place,
            units: line.minutes === null ? String(line.units) : "",
          })),
        );
        expect(rows).toMatchObject(expected);
      }),
      runs(60, 37),
    );
  });
});

describe("A file of X12", () => {
  const text = remittance(fc.sample(numbered, { numRuns: 2, seed: 1 }));

  it.each([
    ["UTF-8 with a mark", Buffer.from(`\ufeff${text}`)],
    ["UTF-16", Buffer.from(`\ufeff${text}`, "utf16le")],
    ["UTF-16 without a mark", Buffer.from(text, "utf16le")],
    ["line ends before it", Buffer.from(`\r\n\r\n${text}`)],
  ])("is recognised in %s, whatever its name", async (_, bytes) => {
    const path = join(folder.path, "claims.csv");
    writeFileSync(path, bytes);
    const file = { path, name: "claims.csv", sheet: null, sheetOption: "--sheet", lookup: outpatient };
    const { input, format, countLines, remittance: facts } = await openClaims(file, () => 0);
    await input.close();
    expect(format).toMatch(/^claims\.csv: X12 835 \(remittance\), 2 payments, /);
    expect(await countLines?.()).toBe(facts?.lines);
    await expect(openClaims({ ...file, sheet: "1" }, () => 0)).rejects.toThrow("this is X12; leave it out");
  });

  it("shows a claim number beyond ASCII as it is", async () => {
    const { rows } = await rowsOfX12(text.replaceAll("CLP*C0*", "CLP*Peña*"), outpatient);
    expect(rows[0]?.claim).toBe("Peña");
  });
});
