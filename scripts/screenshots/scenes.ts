import type { BrowserContextOptions, Page } from "playwright-core";
import { EARLIER_VERSION } from "../../src/cli/earlier-sample.ts";
import { MESSY_CLAIMS } from "./messy-claims.ts";

/** A picture of the page: where it is taken, and until when to wait. */
export interface Scene {
  /** Of its file in docs/images. */
  readonly name: string;
  readonly path: string;
  readonly window?: BrowserContextOptions;
  /** Goes on until there is something to see. */
  readonly until: (page: Page) => Promise<void>;
}

/** A day that never moves, so that the same data gives the same picture whenever it is taken. */
const DAY = "2026-10-01";

const VISIT = `/?state=ca&setting=outpatient&billing_code=99213&npi=1000100010&child_patient=true&family_planning_primary_dx=true&date_of_service=${DAY}`;

const STAY = `/?state=fl&setting=inpatient&billing_code=593-4&npi=1000800056&child_patient=true&total_charges=1912345.67&discharge_date=${DAY}`;

const NO_RATE = "/?state=ca&setting=outpatient&billing_code=99213&npi=1000700140&date_of_service=2019-01-01";

const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 } };

export const SCENES: readonly Scene[] = [
  { name: "look-up", path: VISIT, until: aPrice },
  { name: "look-up-phone", path: VISIT, window: PHONE, until: aPrice },
  { name: "look-up-dark", path: VISIT, window: { colorScheme: "dark" }, until: aPrice },
  { name: "no-rate", path: NO_RATE, until: aPrice },
  { name: "inpatient", path: STAY, until: aPrice },
  { name: "coverage", path: `/coverage?state=ca&date=${DAY}`, until: heading("Who can be priced on Oct 1, 2026") },
  { name: "changes", path: "/changes", until: heading(`From ${EARLIER_VERSION}`) },
  { name: "repricing", path: "/reprice", until: aFileRepriced },
];

/** Or that there is none, in the same place. */
async function aPrice(page: Page): Promise<void> {
  await page.locator(".answer-now[aria-busy=false] h2.price").waitFor();
}

function heading(begins: string) {
  return (page: Page) => page.getByRole("heading", { name: begins }).first().waitFor();
}

/** The file is given, the column that is not meant is passed through, and it is repriced to the end. */
async function aFileRepriced(page: Page): Promise<void> {
  await page.getByLabel(/^Choose a(?:nother)? file/).setInputFiles(MESSY_CLAIMS);
  await page.getByRole("combobox", { name: "Billing NPI" }).selectOption("");
  await page.getByRole("button", { name: /^Reprice / }).click();
  await page.getByRole("heading", { name: "Download" }).waitFor();
}
