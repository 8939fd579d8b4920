import type { BrowserContextOptions, Page } from "playwright-core";
import { EARLIER_VERSION } from "../../src/cli/sample.ts";
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
  { name: "look-up", path: VISIT, until: pricesBeside },
  { name: "look-up-phone", path: VISIT, window: PHONE, until: pricesBeside },
  { name: "look-up-dark", path: VISIT, window: { colorScheme: "dark" }, until: pricesBeside },
  { name: "no-rate", path: NO_RATE, until: aPrice },
  { name: "inpatient", path: STAY, until: aPrice },
  { name: "coverage", path: `/coverage?state=ca&date=${DAY}`, until: heading("Who can be priced on Oct 1, 2026") },
  { name: "changes", path: "/changes", until: heading(`From ${EARLIER_VERSION}`) },
  { name: "repricing", path: "/reprice", until: aFileRepriced },
  { name: "repricing-columns", path: "/reprice", until: aFileRead },
  { name: "appeal-packet", path: "/reprice", until: linesChosen },
  { name: "basket", path: "/basket", until: aBasketPriced },
  { name: "basket-phone", path: "/basket", window: PHONE, until: aBasketPriced },
];

/** Or that there is none, in the same place. */
async function aPrice(page: Page): Promise<void> {
  await page.locator(".answer-now[aria-busy=false] h2.price").waitFor();
}

/** What else the price could be comes after it, into a place that is kept for it. */
async function pricesBeside(page: Page): Promise<void> {
  await aPrice(page);
  await page.getByText("with Targeted Rate Increase").first().waitFor();
}

function heading(begins: string) {
  return (page: Page) => page.getByRole("heading", { name: begins }).first().waitFor();
}

/** The file is given, and its columns are asked about. */
async function aFileRead(page: Page): Promise<void> {
  await page.getByLabel(/^Choose a(?:nother)? file/).setInputFiles(MESSY_CLAIMS);
  await page.getByRole("heading", { name: "Check what the columns are" }).evaluate((title) => title.scrollIntoView());
}

/** Of a repriced file, two lines are chosen for an appeal packet, which is prepared. */
async function linesChosen(page: Page): Promise<void> {
  await aFileRepriced(page);
  const boxes = page.getByRole("checkbox", { name: /in the appeal packet$/ });
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await page.getByRole("button", { name: /^Prepare the packet/ }).click();
  await page.getByRole("group", { name: "Columns to print" }).waitFor();
  await page.getByRole("heading", { name: "Lines with a variance" }).evaluate((title) => title.scrollIntoView());
}

const BASKET_LINES = `99213 99214 99203 1000100010 1000700140 ${DAY}\n71046-26 1000100010 ${DAY}\n99999 1000100010 ${DAY}`;

async function aBasketPriced(page: Page): Promise<void> {
  await page.getByLabel("Name of a new basket").fill("Clinic visits");
  await page.getByRole("button", { name: "Create basket" }).click();
  await page.getByLabel("Lines", { exact: true }).fill(BASKET_LINES);
  await page.getByRole("button", { name: "Add rows" }).click();
  await page.getByText(/^7 rates come to /).waitFor();
  await page
    .getByRole("heading", { name: "Clinic visits" })
    .evaluate((title) => title.scrollIntoView({ block: "end" }));
}

/** The file is given, the column that is not meant is passed through, and it is repriced to the end. */
async function aFileRepriced(page: Page): Promise<void> {
  await page.getByLabel(/^Choose a(?:nother)? file/).setInputFiles(MESSY_CLAIMS);
  await page.getByRole("combobox", { name: "Billing NPI" }).selectOption("");
  await page.getByRole("button", { name: /^Reprice / }).click();
  await page.getByRole("heading", { name: "Download" }).waitFor();
}
