import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { colorFaults, faultsWithin } from "./support/accessible.ts";
import { Explorer } from "./support/explorer.ts";

/* While something else is entered than what was looked up, the answer of before is out of reach. */

const VISIT = "/?state=ca&setting=outpatient&billing_code=99213&npi=1000100010&date_of_service=2026-10-01";

let explorer: Explorer;

beforeAll(async () => {
  explorer = await Explorer.ofRun();
});

afterAll(() => explorer.end());

const providerField = (page: Page) => page.getByRole("combobox", { name: "Provider", exact: true });
const answered = (page: Page) => page.locator(".answer-now.appears[aria-busy=false] .price").waitFor();
const mark = (page: Page) => page.getByText("not to what is entered.");
const price = (page: Page) => page.getByRole("heading", { level: 2, name: "$27.54" });
const heading = (page: Page) => page.locator("h2.price");

describe("what is typed and not asked yet", () => {
  test("puts the answer beside it out of reach until it is asked or taken back, in the dark as well", async () => {
    const { page, mistakes, close } = await explorer.open(VISIT);
    await answered(page);
    await price(page).waitFor();
    const link = page.getByRole("button", { name: /^Copy link/ });
    await expect.poll(() => link.count()).toBe(1);
    const code = page.getByLabel("Billing code");
    await code.pressSequentially("4");
    await mark(page).waitFor();
    // It keeps its place, and nothing else: no name, no focus, no selection, no paper, and no button that takes it elsewhere.
    expect(await heading(page).isVisible()).toBe(true);
    expect(await price(page).count()).toBe(0);
    expect(await link.count()).toBe(0);
    expect(await page.locator(".price-actions button").first().isVisible()).toBe(false);
    expect(await page.locator(".below-answer").evaluate((place: HTMLElement) => place.inert)).toBe(true);
    expect(await heading(page).evaluate((price) => getComputedStyle(price).userSelect)).toBe("none");
    expect(await faultsWithin(page, ".answer-view")).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await colorFaults(page, ".answer-view")).toEqual([]);
    await code.fill("99213");
    await mark(page).waitFor({ state: "detached" });
    await price(page).waitFor();
    await code.fill("99214");
    await mark(page).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(/billing_code=99214/);
    await answered(page);
    await expect.poll(() => mark(page).count()).toBe(0);
    // A provider or a day as well.
    await providerField(page).fill("blue");
    await mark(page).waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await mark(page).waitFor({ state: "detached" });
    await page.getByLabel("Date of service").focus();
    await page.keyboard.press("Backspace");
    await mark(page).waitFor();
    expect(mistakes).toEqual([]);
    await close();
  });

  test("is not printed as the answer to it, and leaves no answer of before where a field refuses it", async () => {
    const { page, mistakes, close } = await explorer.open(VISIT);
    await answered(page);
    const code = page.getByLabel("Billing code");
    await code.fill("71046-50");
    await page.keyboard.press("Tab");
    const refused = page.locator(".answer-place").getByRole("alert");
    await refused.getByRole("heading", { name: "Nothing was looked up" }).waitFor();
    await refused.getByRole("link", { name: "Billing code" }).waitFor();
    await expect.poll(() => heading(page).isVisible()).toBe(false);
    expect(await page.locator(".below-answer").isVisible()).toBe(false);
    await providerField(page).fill("center poppy");
    await page.keyboard.press("Tab");
    await refused.getByText("2 fields have an error:").waitFor();
    expect(await faultsWithin(page, ".answer-place")).toEqual([]);
    // Given up, the answer to what is entered again is there.
    await providerField(page).focus();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await refused.getByText("One field has an error:").waitFor();
    await code.focus();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await price(page).waitFor();
    expect(await refused.count()).toBe(0);

    // The field stays unfinished for as long as it is not known what its text finds.
    await page.route("**/codes/find?*", () => {});
    // Paper has no fields: the browser takes the focus from the one that is left out, and what it has is looked up.
    await page.route("**/rate/explain?*billing_code=992134*", () => {});
    await code.press("End");
    await page.keyboard.type("4");
    await mark(page).waitFor();
    await page.emulateMedia({ media: "print" });
    await page.getByText("What is entered was not looked up, so no rate is printed.").waitFor();
    expect(await heading(page).isVisible()).toBe(false);
    expect(await page.locator(".question-line").isVisible()).toBe(false);
    expect(await page.locator(".below-answer").isVisible()).toBe(false);
    expect(mistakes).toEqual([]);
    await close();
  });
});
