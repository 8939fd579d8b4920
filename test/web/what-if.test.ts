import { afterAll, beforeAll, expect, test } from "vitest";
import { faultsWithin } from "./support/accessible.ts";
import { Explorer } from "./support/explorer.ts";
import { lead } from "./support/lead.ts";

let explorer: Explorer;
beforeAll(async () => {
  explorer = await Explorer.ofRun();
});
afterAll(() => explorer.end());

/** A pneumonia with a cost outlier in Georgia. */
const STAY =
  "state=ga&setting=inpatient&billing_code=139-3&npi=1200010142&length_of_stay=12&total_charges=210000&admit_date=2026-10-01";

test("a figure of the receipt is tried with another value, and reset", async () => {
  const { page, mistakes, close } = await explorer.open(`/?${STAY}`);
  const requested: string[] = [];
  page.on("request", (request) => requested.push(new URL(request.url()).pathname));
  const receipt = page.getByRole("region", { name: "Calculation" });
  await receipt.getByRole("button", { name: /0\.893/ }).click();
  expect(requested.filter((path) => path.endsWith("/what-if"))).toEqual([]);
  await receipt.getByRole("button", { name: "Try another value" }).click();

  const section = page.getByRole("region", { name: "Try other figures" });
  const share = section.getByRole("textbox", { name: /outlier percentage/i });
  await share.waitFor();
  await expect.poll(() => share.evaluate((field) => field === document.activeElement)).toBe(true);
  await share.fill("0.9");
  await share.press("Enter");
  const price = section.locator(".what-if-price");
  await price.waitFor();
  await expect.poll(() => price.textContent()).toBe("$28,588.25 with your figures, +$173.09. Published: $28,415.16.");
  const rows = section.getByRole("row");
  await expect.poll(() => rows.count()).toBe(4);
  await expect.poll(() => rows.nth(1).textContent()).toContain("$19,736.19");
  await expect.poll(() => rows.nth(1).textContent()).toContain("$19,890.90");

  // Medicare's schedules have no price of a stay.
  expect(await page.getByRole("region", { name: "Beside Medicare" }).count()).toBe(0);
  // What was published is still the answer.
  await expect.poll(() => page.locator(".price").textContent()).toBe("$28,415.16");
  await section.getByRole("button", { name: "Reset" }).click();
  await expect.poll(() => price.count()).toBe(0);
  await expect.poll(() => share.inputValue()).toBe("");
  expect(mistakes).toEqual([]);
  await close();
});

/** The section of the stay, opened, with what it requests from then on. */
async function opened(stay: string, viewport = { width: 1280, height: 900 }) {
  const { page, mistakes, close } = await explorer.open(`/?${stay}`, { viewport });
  const section = page.getByRole("region", { name: "Try other figures" });
  await section.getByRole("button", { name: "Change figures" }).click();
  const requested: (string | null)[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith("/what-if")) requested.push(searchParams.get("set"));
  });
  const field = (name: RegExp) => section.getByRole("textbox", { name });
  await field(/outlier percentage/i).waitFor();
  return { page, section, field, requested, mistakes, close };
}

test("what is no figure is said at its field and not priced, and a price of earlier figures is marked while the fields say something else", async () => {
  const { page, section, field, requested, mistakes, close } = await opened(STAY);
  const share = field(/outlier percentage/i);
  const base = field(/base rate/i);
  const priced = () => requested.filter((set) => set !== null);
  // A comma that separates no thousands may be meant for a point.
  await share.fill("0,9");
  await share.press("Enter");
  await section.getByText("Enter a number, such as 0.9. A point separates decimals;").waitFor();
  await expect.poll(() => share.inputValue()).toBe("0,9");
  await expect.poll(() => share.getAttribute("aria-invalid")).toBe("true");
  // Fields that begin in one line stay in line beside the long refusal.
  const tops = await section.getByRole("textbox").evaluateAll((all) => {
    return all.map((each) => ({
      item: each.closest("li")?.getBoundingClientRect().top,
      field: each.getBoundingClientRect().top,
    }));
  });
  const distances = tops.map(({ item, field }) => `${item} ${field}`);
  expect(new Set(distances).size).toBe(new Set(tops.map(({ item }) => item)).size);
  await section.getByRole("button", { name: "Reset" }).click();
  await base.fill("much");
  await section.getByRole("button", { name: "Price with these figures" }).click();
  await section.getByText("Enter a number, such as $25,000.50.", { exact: true }).waitFor();
  expect(priced()).toEqual([]);
  // The service knows how many decimals there are.
  await base.fill("$6,345.789");
  await base.press("Enter");
  await section.getByText("Enter a plain decimal of 0 or more, at most 2 decimals.").waitFor();
  await expect.poll(() => base.getAttribute("aria-invalid")).toBe("true");
  await section.getByRole("button", { name: "Reset" }).click();
  await base.fill("$6,345.78");
  await base.press("Enter");
  const price = section.locator(".what-if-price");
  await price.waitFor();
  expect(priced()).toEqual([expect.stringMatching(/=6345\.789$/), expect.stringMatching(/=6345\.78$/)]);
  await section.getByRole("button", { name: "Reset" }).click();
  await price.waitFor({ state: "detached" });

  await share.fill("0.9");
  await share.press("Enter");
  await price.waitFor();
  const mark = section.getByText("This is the price with your figures as they were before your change.");
  await expect.poll(() => mark.count()).toBe(0);
  await share.fill("abc");
  await mark.waitFor();
  await share.press("Enter");
  await section.getByText("Enter a number, such as 0.9.", { exact: true }).waitFor();
  await expect
    .poll(() => price.textContent())
    .toBe("$28,588.25 with your earlier figures, +$173.09. Published: $28,415.16.");
  await expect.poll(() => section.getByRole("columnheader").allTextContents()).toContain("With your earlier figures");
  // The form with a refusal, and the steps with other figures.
  expect(await faultsWithin(page, ".what-if")).toEqual([]);
  await share.fill("0.90");
  await share.press("Enter");
  await expect.poll(() => price.textContent()).toContain("with your figures");
  await expect.poll(() => mark.count()).toBe(0);
  // The browser logs the refusal itself.
  expect(mistakes.filter((mistake) => !mistake.includes("400"))).toEqual([]);
  await close();
});

test("the steps fit a phone, and figures of many providers are not offered", async () => {
  const { page, section, field, close } = await opened(STAY, { width: 390, height: 844 });
  await field(/outlier percentage/i).fill("0.8");
  await field(/outlier percentage/i).press("Enter");
  await section.locator(".what-if-price").waitFor();
  const table = section.locator(".table-scroll");
  await expect.poll(() => table.evaluate((place) => place.scrollWidth - place.clientWidth)).toBe(0);
  // Stacked, it is a table all the same.
  await expect.poll(() => section.getByRole("row").count()).toBe(4);
  expect(await faultsWithin(page, ".what-if")).toEqual([]);
  await lead(page, "/?state=ga&setting=inpatient&billing_code=560-1&provider_name=hospital");
  await page.getByText(/providers of this name can be priced/).waitFor();
  await page.getByRole("region", { name: "Calculation" }).waitFor();
  await expect.poll(() => section.count()).toBe(0);
  await close();
});
