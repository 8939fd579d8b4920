import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { catalogueOf } from "../../src/serve/http/catalogue.ts";
import { states } from "../../src/states/index.ts";
import { faultsWithin } from "./support/accessible.ts";
import { Explorer } from "./support/explorer.ts";
import { lead } from "./support/lead.ts";

let explorer: Explorer;

beforeAll(async () => {
  explorer = await Explorer.ofRun();
});

afterAll(() => explorer.end());

const VISIT = "/?state=ca&setting=outpatient&billing_code=99213&npi=1000100010&date_of_service=2026-10-01";

const providerField = (page: Page) => page.getByRole("combobox", { name: "Provider", exact: true });
const codeField = (page: Page) => page.getByRole("combobox", { name: "Billing code" });
const found = (page: Page) => page.getByRole("listbox", { name: /^Providers/ }).getByRole("option");
const askedOf = (page: Page) => page.evaluate(() => Object.fromEntries(new URLSearchParams(location.search)));
const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

/** Until the field shows the name: it arrives after the page. */
async function providerIs(page: Page, name: string): Promise<void> {
  await expect.poll(() => providerField(page).inputValue()).toBe(name);
}

describe("the provider", () => {
  test("is found by keyboard alone, as it is typed, and back leads to the one before", async () => {
    const { page, mistakes, close } = await explorer.open(VISIT);
    await providerIs(page, "Golden Poppy Medical Center");
    await expect.poll(() => page.title()).toContain("99213 at Golden Poppy Medical Center on Oct 1, 2026");
    await providerField(page).focus();
    await page.keyboard.type("medical c");
    await page.getByRole("status").getByText("12 of 32").waitFor();
    // Twelve providers, more of them, and all with this part of a name.
    await expect.poll(() => found(page).count()).toBe(14);
    const active = page.locator("[role=option][aria-selected=true]");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => active.textContent()).toContain("Blue Oak Foothill");
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => active.textContent()).toContain("Abalone Lantern");
    const activeId = () => providerField(page).getAttribute("aria-activedescendant");
    await expect.poll(async () => page.locator(`#${await activeId()}`).textContent()).toContain("Abalone Lantern");
    expect(await faultsWithin(page, ".question")).toEqual([]);
    await page.keyboard.press("Enter");
    await providerIs(page, "Abalone Lantern Medical Center");
    await expect
      .poll(() => askedOf(page))
      .toMatchObject({ npi: "1000100051", billing_code: "99213", date_of_service: "2026-10-01" });
    await page.goBack();
    await providerIs(page, "Golden Poppy Medical Center");
    expect(mistakes).toEqual([]);
    await close();
  });

  test("is one identifier in the address: of a choice, of a number, of a name; an ambiguous name and an unknown one leave it", async () => {
    const { page, mistakes, close } = await explorer.open(VISIT);
    await providerIs(page, "Golden Poppy Medical Center");
    const identifiersAre = (...expected: readonly (string | null)[]) =>
      expect
        .poll(async () => {
          const { npi = null, state_provider_id = null, provider_name = null } = await askedOf(page);
          return [npi, state_provider_id, provider_name];
        })
        .toEqual(expected);
    // It has no NPI: the state's own number names it.
    await providerField(page).fill("yerba");
    await found(page).click();
    await identifiersAre(null, "106139924", null);
    // Left on an option, it is chosen.
    await providerField(page).fill("poppyfield");
    await page.getByRole("status").getByText("1 of 1").waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Tab");
    await identifiersAre("1000300040", null, null);
    await providerField(page).fill("zzzz");
    await page.getByText("No provider of California matches “zzzz”.").waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await identifiersAre("1000300040", null, null);
    await providerField(page).fill("medical");
    await page.keyboard.press("Tab");
    await identifiersAre(null, null, "medical");
    // Words in any order; two providers have these: neither is taken for the one that was meant.
    await providerField(page).fill("center poppyf");
    await page.getByRole("status").getByText("1 of 1").waitFor();
    await page.keyboard.press("Tab");
    await identifiersAre("1000300040", null, null);
    await providerField(page).fill("center poppy");
    await page.keyboard.press("Tab");
    await page.getByText("2 providers have these words in their names").waitFor();
    await identifiersAre("1000300040", null, null);
    await providerField(page).fill("goldne popy");
    await page.getByRole("option", { name: "Did you mean “golden poppy”?" }).waitFor();
    // By its numbers, with spaces, hyphens and a word before them.
    await providerField(page).fill("106 139 924");
    await page.keyboard.press("Enter");
    await identifiersAre(null, "106139924", null);
    await providerField(page).fill("NPI 1000-300-040");
    await page.keyboard.press("Tab");
    await identifiersAre("1000300040", null, null);
    expect(mistakes).toEqual([]);
    await close();
  });
});

describe("the code and the day", () => {
  test("a modifier that changes nothing is left out, one that does is a choice, and none goes to the next code", async () => {
    const { page, mistakes, close } = await explorer.open(VISIT);
    await page.locator(".answer-now.appears .price").waitFor();
    await codeField(page).fill("99214-25");
    await page.keyboard.press("Tab");
    await page.getByText("Modifier 25 does not change the Medi-Cal rate and was left out.").waitFor();
    await expect.poll(() => askedOf(page)).toMatchObject({ billing_code: "99214" });
    await codeField(page).fill("71046-50");
    await page.keyboard.press("Tab");
    await page.locator("#field-billing_code-fault").getByText("changes the payment").waitFor();
    await expect.poll(() => askedOf(page)).toMatchObject({ billing_code: "99214" });
    await page.getByRole("button", { name: "Look up without modifier 50" }).click();
    await expect.poll(() => askedOf(page)).toMatchObject({ billing_code: "71046" });
    await codeField(page).fill("71046-26");
    await page.keyboard.press("Tab");
    await expect.poll(() => askedOf(page)).toMatchObject({ billing_code: "71046", modifier: "26" });
    // A lookup is kept when it is answered, and listed while another one is shown.
    await page.waitForFunction(() => sessionStorage.getItem("ratebook-recent-lookups")?.includes("Modifier 26"));
    await codeField(page).fill("99213, 99214 j1885");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "J1885", exact: true }).click();
    await expect.poll(() => askedOf(page)).toMatchObject({ billing_code: "J1885", codes: "99213,99214,J1885" });
    await expect.poll(() => askedOf(page)).not.toHaveProperty("modifier");
    await codeField(page).fill("ketoro");
    await page
      .getByRole("listbox", { name: "Codes found" })
      .getByRole("option", { name: /^J1885/ })
      .waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.getByText(/^Recent rates, in this tab/).click();
    await page.locator(".recent-lookups li", { hasText: "Modifier 26" }).getByRole("link").click();
    await expect.poll(() => askedOf(page)).toMatchObject({ billing_code: "71046", modifier: "26" });
    await page.getByRole("button", { name: "Clear the recent rates" }).click();
    await expect.poll(() => page.locator(".recent-lookups").count()).toBe(0);
    expect(mistakes).toEqual([]);
    await close();
  });

  test("are looked up when they are left; a day is read in one way, and one that cannot be read hides the answer", async () => {
    const { page, mistakes, close } = await explorer.open(VISIT);
    await page.locator(".answer-now.appears .price").waitFor();
    await codeField(page).fill(" j1885 ");
    await page.keyboard.press("Tab");
    await expect.poll(() => askedOf(page)).toMatchObject({ billing_code: "J1885" });
    await codeField(page).fill("840");
    await page.keyboard.press("Enter");
    await page.locator(".question").getByRole("button", { name: "Use 00840" }).press("Enter");
    await expect.poll(() => askedOf(page)).toMatchObject({ billing_code: "00840" });
    // The reader stays in the question while that is being changed.
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("field-billing_code");

    const day = page.getByLabel("Date of service");
    const before = await page.evaluate(() => history.length);
    for (const [typed, sent, shown] of [
      ["6/3/25", "2025-06-03", "Jun 3, 2025"],
      ["2025-06-04", "2025-06-04", "Jun 4, 2025"],
    ] as const) {
      await day.focus();
      await page.keyboard.insertText(typed);
      await page.keyboard.press("Enter");
      await page.waitForURL(new RegExp(`date_of_service=${sent}`));
      await expect.poll(() => day.inputValue()).toBe(shown);
    }
    expect(await page.evaluate(() => history.length)).toBe(before + 2);
    await page.locator(".day-picker").fill("2025-06-09");
    await page.waitForURL(/date_of_service=2025-06-09/);

    const fault = page.locator("#field-date_of_service-fault");
    await day.fill("13/10/2026");
    await codeField(page).focus();
    await fault.getByText("has no month 13").waitFor();
    await expect.poll(() => page.locator("h2.price").isVisible()).toBe(false);
    // Neither the button nor Enter looks anything else up.
    await page.getByRole("button", { name: "Look up", exact: true }).click();
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("field-date_of_service");
    expect(page.url()).toContain("date_of_service=2025-06-09");
    expect(await faultsWithin(page, ".look-up")).toEqual([]);
    await day.fill("");
    await codeField(page).focus();
    await expect.poll(() => askedOf(page)).not.toHaveProperty("date_of_service");
    expect(await fault.count()).toBe(0);
    expect(mistakes).toEqual([]);
    await close();
  });

  test("that an address has wrong are said at their fields, and nothing is priced", async () => {
    const { page, mistakes, close } = await explorer.open("/livez");
    const priced: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/rate")) priced.push(request.url());
    });
    await page.goto(explorer.at(`${VISIT}&child_patiant=true`));
    await page.getByRole("alert").getByText("“child_patiant” is not a part of this lookup").waitFor();
    expect(priced).toEqual([]);
    await lead(page, "/?state=ca&setting=outpatient&billing_code=99213&npi=123&date_of_service=2026-99-01&modifier=ZZ");
    for (const [id, value] of [
      ["field-npi", "123"],
      ["field-date_of_service", "2026-99-01"],
      ["field-modifier", "ZZ"],
    ]) {
      const control = page.locator(`#${id}[aria-invalid=true]`);
      await control.waitFor();
      await expect.poll(() => control.inputValue()).toBe(value);
      await expect.poll(() => control.getAttribute("aria-describedby")).toContain(`${id}-fault`);
    }
    await page.getByRole("alert").getByRole("link", { name: "Date of service" }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("field-date_of_service");
    expect(await faultsWithin(page, "main")).toEqual([]);
    const place = "/?state=ca&setting=outpatient&npi=1000100010";
    for (const [rest, expected] of [
      ["&billing_code=99213&date_of_service=2026-02-30", "is not a day of the calendar"],
      [`&billing_code=${"X".repeat(3000)}`, "This is too long: enter at most 20 characters."],
      ["&billing_code=99213&provider_type=%00", "is not in this list."],
      ["&billing_code=99213&billing_code=99213", "Billing code is given twice"],
      ["&billing_code=99213&state=ca", "State is given twice"],
    ] as const) {
      await lead(page, `${place}${rest}`);
      await page.getByText(expected).first().waitFor();
    }
    expect(await page.locator("h2.price").count()).toBe(0);
    await lead(page, `${VISIT}&child_patiant=true`);
    await page.getByRole("link", { name: "Leave it out, in California outpatient" }).click();
    await page.locator(".answer-now.appears .price").waitFor();
    await expect.poll(() => askedOf(page)).not.toHaveProperty("child_patiant");
    expect(mistakes).toEqual([]);
    await close();
  });

  test("that are missing are said at their fields when the question is sent, and not before", async () => {
    const { page, mistakes, close } = await explorer.open("/?state=ca&setting=outpatient");
    await page.getByText("To look a rate up, enter a provider and a billing code.").waitFor();
    await expect.poll(() => page.locator("[aria-invalid=true]").count()).toBe(0);
    await page.getByRole("button", { name: "Look up" }).click();
    await expect.poll(() => page.getByRole("alert").getByRole("link").allTextContents()).toHaveLength(2);
    await expect.poll(() => providerField(page).evaluate((each) => each === document.activeElement)).toBe(true);
    await expect.poll(() => codeField(page).getAttribute("aria-describedby")).toContain("field-billing_code-fault");
    expect(mistakes).toEqual([]);
    await close();
  });
});

describe("state, setting and the claim", () => {
  test("every setting of every state has a field for each parameter, and its example is shown first", async () => {
    const { page, mistakes, close } = await explorer.open("/");
    for (const { code, name, settings } of catalogueOf(states).states) {
      for (const { setting, parameters, examples, day_parameter } of settings) {
        await page.getByLabel("State", { exact: true }).selectOption(name);
        await page.getByLabel("Setting").selectOption(setting);
        await page.locator(`#field-${day_parameter}`).waitFor();
        if (new URL(page.url()).search !== "") {
          await expect.poll(() => askedOf(page)).toEqual({ state: code, setting, ...examples[0]?.query });
        }
        const fields = page.locator("[id^=field-]:is(input, select)");
        const ids = () => fields.evaluateAll((all) => all.map(({ id }) => id).toSorted());
        // The provider field asks for the NPI too; a correlation ID is for programs.
        const names = parameters.map((each) => each.name).filter((each) => !["npi", "reference_id"].includes(each));
        await expect.poll(ids).toEqual(names.map((each) => `field-${each}`).toSorted());
      }
    }
    expect(mistakes).toEqual([]);
    await close();
  });

  test("each fact of the claim says what it would pay, is counted once it is set, and is refused where it can be misread", async () => {
    const { page, mistakes, close } = await explorer.open(VISIT);
    await page.getByText("More about the claim").click();
    await page.getByText("If ticked: $30.04, +$2.50").waitFor();
    await page.getByLabel("Child patient").check();
    // Of the lookup as it is now, and the box kept the focus while the fields were put in order.
    await page.getByText("If ticked: $57.33, +$27.29").waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("field-child_patient");
    expect(await faultsWithin(page, ".claim-options")).toEqual([]);
    await page.getByLabel("Modifier").selectOption("26");
    const minutes = page.getByLabel("Anesthesia minutes");
    await minutes.fill("1,200");
    await page.keyboard.press("Enter");
    await page.getByText("More about the claim (3 set)").waitFor();
    await expect
      .poll(() => askedOf(page))
      .toMatchObject({ child_patient: "true", modifier: "26", anesthesia_minutes: "1200" });
    // What may mean 1.2 is not taken for 12: it is refused, and stays as it was typed.
    await minutes.fill("1,2");
    await page.keyboard.press("Enter");
    await page.getByText("A point separates decimals; a comma only groups of three digits.").waitFor();
    await expect.poll(() => minutes.inputValue()).toBe("1,2");
    await page.getByLabel("Modifier").selectOption("Not entered");
    await expect.poll(() => askedOf(page)).not.toHaveProperty("modifier");
    // The day stays when the state changes.
    await page.getByLabel("State", { exact: true }).selectOption("Florida");
    await expect.poll(() => askedOf(page)).toMatchObject({ state: "fl", date_of_service: "2026-10-01" });
    expect(mistakes).toEqual([]);
    await close();
  });
});

test("on a phone the question is one line above the answer, opens, and folds when it is sent", async () => {
  const { page, mistakes, close } = await explorer.open(VISIT, { viewport: { width: 390, height: 844 } });
  await page.getByText("99213 at Golden Poppy Medical Center on Oct 1, 2026").waitFor();
  await expect.poll(() => providerField(page).isVisible()).toBe(false);
  await page.getByRole("button", { name: "Change the question" }).click();
  await page.getByText("More about the claim").click();
  await providerField(page).fill("medical c");
  await page.getByRole("status").getByText("12 of 32").waitFor();
  await expect.poll(() => widthOf(page)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 320, height: 640 });
  await expect.poll(() => widthOf(page)).toBeLessThanOrEqual(0);
  expect(await faultsWithin(page, ".question")).toEqual([]);
  await found(page).nth(1).click();
  await page.getByRole("button", { name: "Look up" }).click();
  await page.getByText("99213 at Blue Oak Foothill Medical Center on Oct 1, 2026").waitFor();
  await expect.poll(() => providerField(page).isVisible()).toBe(false);
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Answer");
  expect(mistakes).toEqual([]);
  await close();
});
