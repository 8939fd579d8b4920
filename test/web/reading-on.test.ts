import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { colorFaults, faultsWithin } from "./support/accessible.ts";
import { Explorer } from "./support/explorer.ts";

/* Where the reader goes on after something was pressed or typed, and what is said until it is answered. */

const VISIT = "/?state=ca&setting=outpatient&billing_code=99213&npi=1000100010&date_of_service=2026-10-01";
const TOO_EARLY = "/?state=ca&setting=outpatient&billing_code=99213&npi=1000700140&date_of_service=2019-01-01";
const PHONE = { viewport: { width: 390, height: 844 } };

let explorer: Explorer;

beforeAll(async () => {
  explorer = await Explorer.ofRun();
});

afterAll(() => explorer.end());

const providerField = (page: Page) => page.getByRole("combobox", { name: "Provider", exact: true });
const focusedName = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.id ?? "");
const examples = (page: Page) => page.locator(".examples:not(.recent-lookups) a");
const answered = (page: Page) => page.locator(".answer-now.appears[aria-busy=false] .price").waitFor();

describe("the reader goes on at the answer", () => {
  test("after a remedy and after what else was available", async () => {
    const { page, mistakes, close } = await explorer.open(TOO_EARLY);
    await page.getByRole("button", { name: "Look at Jul 1, 2021" }).press("Enter");
    await page.waitForURL(/date_of_service=2021-07-01/);
    await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "Answer");
    await answered(page);
    const other = page.locator(".available").getByRole("button").first();
    await other.press("Enter");
    await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "Answer");
    await answered(page);
    await expect.poll(() => focusedName(page)).toBe("Answer");
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    expect(mistakes).toEqual([]);
    await close();
  });

  test("after a period of the history, and after an example that is folded away on a phone", async () => {
    const { page, mistakes, close } = await explorer.open(VISIT, PHONE);
    await answered(page);
    await page.getByRole("heading", { name: "Over time" }).scrollIntoViewIfNeeded();
    const period = page.locator(".period-list a").first();
    await period.press("Enter");
    await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "Answer");
    await answered(page);
    await page.getByRole("button", { name: "Change the question" }).click();
    await examples(page).last().press("Enter");
    await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "Answer");
    expect(mistakes).toEqual([]);
    await close();
  });

  test("but stays in the question while that is being changed", async () => {
    const { page, close } = await explorer.open(VISIT);
    await answered(page);
    const code = page.getByLabel("Billing code");
    await code.fill("840");
    await page.keyboard.press("Tab");
    await page.locator(".question").getByRole("button", { name: "Use 00840" }).press("Enter");
    await page.waitForURL(/billing_code=00840/);
    await expect.poll(() => focusedName(page)).toBe("field-billing_code");
    await close();
  });
});

test("Escape and Close end the source of a figure, and the reader goes on at the figure", async () => {
  const { page, mistakes, close } = await explorer.open("/");
  const figure = page.getByRole("button", { name: "10.00", exact: true });
  const isFocused = () => figure.evaluate((each) => each === document.activeElement);
  await figure.press("Enter");
  const panel = page.locator(".source-panel");
  await panel.getByRole("button", { name: "Close" }).focus();
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "detached" });
  await expect.poll(() => isFocused()).toBe(true);
  await figure.press("Enter");
  await panel.getByRole("button", { name: "Close" }).press("Enter");
  await panel.waitFor({ state: "detached" });
  await expect.poll(() => isFocused()).toBe(true);
  expect(mistakes).toEqual([]);
  await close();
});

describe("what is typed and not asked yet", () => {
  const mark = (page: Page) => page.getByText("This answers the question as it was before your change.");

  test("marks the answer beside it until it is asked or taken back, in the dark as well", async () => {
    const { page, mistakes, close } = await explorer.open(VISIT);
    await answered(page);
    const code = page.getByLabel("Billing code");
    await code.pressSequentially("4");
    await mark(page).waitFor();
    await expect.poll(() => page.locator(".answer-now.earlier .price").count()).toBe(1);
    expect(await faultsWithin(page, ".answer-view")).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await colorFaults(page, ".answer-view")).toEqual([]);
    await page.keyboard.press("Backspace");
    await mark(page).waitFor({ state: "detached" });
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
});

describe("a question without what it needs", () => {
  test.each([
    ["wide", {}],
    ["on a phone", PHONE],
  ])("is refused at its fields when it is sent, the first with the focus, %s", async (_, options) => {
    const { page, mistakes, close } = await explorer.open(VISIT, options);
    await answered(page);
    if ("viewport" in options) await page.getByRole("button", { name: "Change the question" }).click();
    const code = page.getByLabel("Billing code");
    await code.fill("");
    await page.keyboard.press("Enter");
    await page.locator("#field-billing_code[aria-invalid=true]").waitFor();
    await expect.poll(() => focusedName(page)).toBe("field-billing_code");
    await expect.poll(() => code.getAttribute("aria-describedby")).toContain("field-billing_code-fault");
    await expect
      .poll(() => page.locator("#field-billing_code-fault").textContent())
      .toBe("Billing code is needed to look a rate up.");
    const fault = page.getByRole("alert").getByRole("link", { name: "Billing code" });
    await expect.poll(() => fault.getAttribute("href")).toBe("#field-billing_code");
    await code.fill("99213");
    await page.keyboard.press("Enter");
    await answered(page);
    await expect.poll(() => page.locator("[aria-invalid=true]").count()).toBe(0);
    expect(mistakes).toEqual([]);
    await close();
  });

  test("says so of a provider, and not before it is sent", async () => {
    const { page, close } = await explorer.open("/?state=ca&setting=outpatient");
    await page.getByText("To look a rate up, enter a provider and a billing code.").waitFor();
    await expect.poll(() => page.locator("[aria-invalid=true]").count()).toBe(0);
    await page.getByRole("button", { name: "Look up" }).click();
    await page.getByRole("alert").getByRole("link", { name: "Provider" }).waitFor();
    await expect.poll(() => providerField(page).evaluate((each) => each === document.activeElement)).toBe(true);
    await expect.poll(() => page.getByRole("alert").getByRole("link").count()).toBe(2);
    await close();
  });
});

describe("half a date", () => {
  const HALF = "Enter the month, the day and the year, or leave all three empty.";

  test("is said when it is left, and no longer when it is fixed or another lookup is shown", async () => {
    const { page, mistakes, close } = await explorer.open(VISIT);
    await answered(page);
    const day = page.getByLabel("Date of service");
    const halve = async () => {
      await day.focus();
      await page.keyboard.press("Backspace");
      await page.getByLabel("Billing code").focus();
      await page.getByText(HALF).waitFor();
    };
    await halve();
    await day.focus();
    await page.keyboard.type("09");
    await page.getByText(HALF).waitFor({ state: "detached" });
    await page.getByLabel("Billing code").focus();
    await page.waitForURL(/date_of_service=2026-09-01/);
    await halve();
    await examples(page).last().click();
    await page.getByText(HALF).waitFor({ state: "detached" });
    await expect.poll(() => day.evaluate((each: HTMLInputElement) => each.validity.badInput)).toBe(false);
    expect(mistakes).toEqual([]);
    await close();
  });
});

test("the provider that the arrow keys have reached is in view and is said", async () => {
  const { page, mistakes, close } = await explorer.open(VISIT, { viewport: { width: 1280, height: 500 } });
  await answered(page);
  await providerField(page).fill("medical c");
  await page
    .getByRole("status")
    .getByText(/^[0-9]+ of [0-9]+$/)
    .waitFor();
  const count = await page.locator("[role=option]").count();
  expect(count).toBeGreaterThan(12);
  for (let place = 0; place < count; place += 1) {
    await page.keyboard.press("ArrowDown");
    await page
      .getByRole("status")
      .getByText(`, ${place + 1} of ${count}`)
      .waitFor();
    // The list is scrolled after it is said.
    await page.waitForFunction(() => {
      const option = document.querySelector("[role=option][aria-selected=true]");
      if (option === null) return false;
      const { top, bottom, left } = option.getBoundingClientRect();
      const at = (y: number) => option.contains(document.elementFromPoint(left + 8, y));
      return at(top + 2) && at(bottom - 2);
    });
  }
  expect(mistakes).toEqual([]);
  await close();
});
