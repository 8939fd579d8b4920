import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { State } from "../../src/pricing/state/state.ts";
import { describedFile } from "../../src/release/open.ts";
import { dataNotesTexts } from "../../src/reprice/pricing/data-notes.ts";
import type { CompleteRepricing } from "../../src/reprice/writing/output-columns.ts";
import { states } from "../../src/states/index.ts";
import { ratebook } from "../cli/support/ratebook.ts";
import { csv } from "../imports/fixtures.ts";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { releaseAt } from "../support/shared-release.ts";
import { repriced } from "./support/repriced.ts";

/* A laboratory line of a day for which no edition of Medicare's rates is loaded is priced without their cap, and says so. */

const folder = temporaryFolder();
const file = join(folder.path, "georgia.db");
const LABORATORY = "1200020059";

beforeAll(async () => {
  const dataset = join(folder.path, "georgia");
  expect((await ratebook(["init", dataset, "--states", "ga"])).code).toBe(0);
  mkdirSync(join(dataset, "ga"), { recursive: true });
  const write = (table: string, ...lines: readonly string[]) =>
    writeFileSync(join(dataset, "ga", `${table}.csv`), `${lines.join("\n")}\n`);
  write("providers", "npi,provider_name,provider_type", `${LABORATORY},Reference Laboratory,CLINICAL_LABORATORY`);
  write("lab_rates", "code,rate,effective_start_date", "80053,12.00,2023-01-01");
  const fourth = join(folder.path, "PUF_CLFS_CY2025_Q4V1.csv");
  const header = ["YEAR", "HCPCS", "MOD", "EFF_DATE", "INDICATOR", "RATE", "SHORTDESC"];
  writeFileSync(fourth, csv(header, ["2025", "80053", "", "20250101", "N", "00010.56", ""]));
  expect((await ratebook(["import", "federal/clfs", fourth, "--into", dataset])).code).toBe(0);
  await releaseAt(file, dataset);
});
afterAll(() => folder.remove());

it("each such line has a remark, and the note names the days without an edition alone", async () => {
  const days = ["2024-12-31", "2025-03-10", "2026-01-01"];
  const lines = days.map((day) => `${LABORATORY},80053,${day},10`);
  const { results, outcome } = await repriced(folder.path, `npi,CPT,DOS,Paid\n${lines.join("\n")}\n`, {
    state: states.find(({ code }) => code === "ga") as State,
    setting: "outpatient",
    release: { file, contentHash: describedFile(file).contentHash },
  });
  expect(results).toMatchObject([
    {
      payment_rate: "12.00",
      remarks: "No edition of ga/medicare_clfs is loaded for 2024-12-31: priced without it.",
      remark_codes: "edition_not_loaded",
    },
    { payment_rate: "10.56", remarks: "" },
    { payment_rate: "12.00", remark_codes: "edition_not_loaded" },
  ]);
  const { data } = (outcome as CompleteRepricing).tally;
  expect(data.withoutEdition).toEqual([{ table: "ga/medicare_clfs", days: ["2024-12-31", "2026-01-01"] }]);
  expect(dataNotesTexts(data)).toContainEqual(
    expect.stringContaining("is loaded for 2024-12-31, 2026-01-01: lines of these days are priced without it."),
  );
});
