import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { colorFaults, faultsWithin } from "./support/accessible.ts";
import { Explorer } from "./support/explorer.ts";
import { lead } from "./support/lead.ts";

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
  const QUESTION = "99213 at Golden Poppy Medical Center on Oct 1, 2026";
  const mark = (page: Page) => page.getByText(`This is the answer to “${QUESTION}”, not to what is entered.`);
  const price = (page: Page) => page.getByRole("heading", { level: 2, name: "$27.54" });
  const heading = (page: Page) => page.locator("h2.price");

  test("puts the answer beside it out of reach until it is asked or taken back, and the mark is clear in the dark as well", async () => {
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
    const unfinished = page.getByText("not to what is entered.");
    await providerField(page).fill("blue");
    await unfinished.waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await unfinished.waitFor({ state: "detached" });
    await page.getByLabel("Date of service").focus();
    await page.keyboard.press("Backspace");
    await unfinished.waitFor();
    expect(mistakes).toEqual([]);
    await close();
  });

  test("is not printed as the answer to it", async () => {
    const { page, mistakes, close } = await explorer.open(VISIT);
    await answered(page);
    // The field stays unfinished for as long as it is not known what its text finds.
    await page.route("**/codes/find?*", () => {});
    // Paper has no fields: the browser takes the focus from the one that is left out, and what it has is looked up.
    await page.route("**/rate/explain?*billing_code=992134*", () => {});
    await page.getByLabel("Billing code").press("End");
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

  test("leaves no answer of before where a field refuses it", async () => {
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

describe("a day", () => {
  const day = (page: Page) => page.getByLabel("Date of service");
  const code = (page: Page) => page.getByLabel("Billing code");

  test("is typed or pasted as people write it, and then reads in one way only", async () => {
    const { page, mistakes, close } = await explorer.open(VISIT);
    await answered(page);
    for (const [typed, sent, shown] of [
      ["6/3/25", "2025-06-03", "Jun 3, 2025"],
      ["2025-06-04", "2025-06-04", "Jun 4, 2025"],
      ["Jun 5, 2025", "2025-06-05", "Jun 5, 2025"],
    ] as const) {
      await day(page).focus();
      await page.keyboard.insertText(typed);
      await page.keyboard.press("Enter");
      await page.waitForURL(new RegExp(`date_of_service=${sent}`));
      await expect.poll(() => day(page).inputValue()).toBe(shown);
    }
    // The calendar beside it has the same day, and chooses another one.
    const calendar = page.locator(".day-picker");
    await expect.poll(() => calendar.inputValue()).toBe("2025-06-05");
    await page.getByRole("button", { name: "Calendar: Date of service" }).waitFor();
    await calendar.fill("2025-06-09");
    await page.waitForURL(/date_of_service=2025-06-09/);
    expect(await faultsWithin(page, ".question")).toEqual([]);
    expect(mistakes).toEqual([]);
    await close();
  });

  test("that cannot be read is said when the field is left, nothing is looked up meanwhile, and it is said no longer when it is corrected or another lookup is shown", async () => {
    const { page, mistakes, close } = await explorer.open(VISIT);
    await answered(page);
    const fault = page.locator("#field-date_of_service-fault");
    const price = page.locator("h2.price");
    const leaveWith = async (typed: string) => {
      await day(page).fill(typed);
      await code(page).focus();
    };
    await leaveWith("13/10/2026");
    await fault.getByText("“13/10/2026” has no month 13. Enter the month first, such as 10/13/2026.").waitFor();
    await expect.poll(() => price.isVisible()).toBe(false);
    await page.getByRole("alert").getByRole("link", { name: "Date of service" }).waitFor();
    // Neither the button nor Enter looks anything else up.
    await page.getByRole("button", { name: "Look up", exact: true }).click();
    await expect.poll(() => focusedName(page)).toBe("field-date_of_service");
    await page.keyboard.press("Enter");
    await expect.poll(() => focusedName(page)).toBe("field-date_of_service");
    expect(page.url()).toContain("date_of_service=2026-10-01");
    expect(await faultsWithin(page, ".look-up")).toEqual([]);
    await leaveWith("9/1/2026");
    await page.waitForURL(/date_of_service=2026-09-01/);
    await expect.poll(() => price.isVisible()).toBe(true);
    expect(await fault.count()).toBe(0);
    await leaveWith("June");
    await fault.getByText("“June” is not a day.").waitFor();
    await examples(page).last().click();
    await fault.waitFor({ state: "detached" });
    await expect.poll(() => day(page).inputValue()).not.toBe("June");
    expect(mistakes).toEqual([]);
    await close();
  });

  test("is typed so in the other views as well, which show nothing of a day that they cannot read", async () => {
    const { page, mistakes, close } = await explorer.open("/coverage?state=ca&date=2026-10-01");
    const on = page.getByLabel("On the day");
    await expect.poll(() => on.inputValue()).toBe("Oct 1, 2026");
    await on.fill("1/1/70");
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await page.getByText("“1/1/70” can be of two centuries. Enter the year with four digits").waitFor();
    await expect.poll(() => focusedName(page)).toBe(await on.getAttribute("id"));
    expect(page.url()).toContain("date=2026-10-01");
    expect(await faultsWithin(page, "form")).toEqual([]);
    await on.fill("6/3/25");
    await on.press("Enter");
    await page.waitForURL(/date=2025-06-03/);
    await lead(page, "/basket");
    await page.getByLabel("Name of a new basket").fill("Days");
    await page.getByRole("button", { name: "Create basket" }).click();
    await page.getByLabel("Lines", { exact: true }).fill("99213 1000100010");
    const day = page.getByLabel("Day for lines without one");
    await day.fill("6/3");
    await page.getByRole("button", { name: "Add rows" }).click();
    await page.getByText("“6/3” has no year.").waitFor();
    expect(await page.getByText("1 row added.").count()).toBe(0);
    await day.fill("6/3/25");
    await page.getByRole("button", { name: "Add rows" }).click();
    await page.getByText("1 row added.").waitFor();
    await page.getByText("Jun 3, 2025").filter({ visible: true }).first().waitFor();
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
