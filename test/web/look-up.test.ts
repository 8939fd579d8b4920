import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { catalogueOf } from "../../src/serve/http/catalogue.ts";
import { states } from "../../src/states/index.ts";
import { accessibilityFaults, faultsWithin } from "./support/accessible.ts";
import { Explorer } from "./support/explorer.ts";
import { lead } from "./support/lead.ts";

let explorer: Explorer;

beforeAll(async () => {
  explorer = await Explorer.ofRun();
});

afterAll(() => explorer.end());

const VISIT = "/?state=ca&setting=outpatient&billing_code=99213&npi=1000100010&date_of_service=2026-10-01";

const providerField = (page: Page) => page.getByRole("combobox", { name: "Provider", exact: true });
const found = (page: Page) => page.getByRole("listbox", { name: /^Providers/ }).getByRole("option");
const askedOf = (page: Page) => page.evaluate(() => Object.fromEntries(new URLSearchParams(location.search)));
const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

/** Until the field says it: what is asked by the page arrives when it arrives. */
async function providerIs(page: Page, name: string): Promise<void> {
  await page.waitForFunction(
    (wanted) => document.querySelector<HTMLInputElement>("[role=combobox]")?.value === wanted,
    name,
    // Without a pause the browser would draw a frame for each look.
    { polling: 50 },
  );
}

describe("the provider", () => {
  test("is found by keyboard alone, as it is typed, and can be gone back from", async () => {
    const { page, mistakes, close } = await explorer.open(VISIT);
    await providerIs(page, "Golden Poppy Medical Center");
    await page.getByText("Hospital · Los Angeles · NPI 1000100010").waitFor();
    await expect.poll(() => page.title()).toContain("99213 at Golden Poppy Medical Center on Oct 1, 2026");

    await providerField(page).focus();
    await page.keyboard.type("medical c");
    await page.getByRole("status").getByText("12 of 32").waitFor();
    const options = found(page);
    await expect.poll(() => options.count()).toBe(14);
    await expect.poll(() => options.first().locator("strong").textContent()).toBe("Medical C");
    await expect.poll(() => options.nth(12).textContent()).toBe("Show more12 of 32 are shown");
    await expect
      .poll(() => options.last().textContent())
      .toBe("Every provider with “medical c” in its name29 providers");
    const activeText = async () => page.locator("[role=option][aria-selected=true]").textContent();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => activeText()).toContain("Blue Oak Foothill");
    await page.keyboard.press("End");
    await expect.poll(() => activeText()).toContain("Every provider");
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => activeText()).toContain("Abalone Lantern");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Home");
    const active = () => providerField(page).getAttribute("aria-activedescendant");
    await expect.poll(async () => page.locator(`#${await active()}`).textContent()).toContain("Abalone Lantern");
    expect(await faultsWithin(page, ".question")).toEqual([]);
    await page.keyboard.press("Enter");

    await providerIs(page, "Abalone Lantern Medical Center");
    await expect.poll(() => providerField(page).getAttribute("aria-expanded")).toBe("false");
    await expect
      .poll(() => askedOf(page))
      .toMatchObject({
        npi: "1000100051",
        billing_code: "99213",
        date_of_service: "2026-10-01",
      });
    await page.keyboard.press("ArrowDown");
    await page.getByText("Chosen before, in this tab").waitFor();
    await expect.poll(() => options.count()).toBe(1);
    await page.keyboard.press("Escape");
    await page.goBack();
    await providerIs(page, "Golden Poppy Medical Center");
    expect(mistakes).toEqual([]);
    await close();
  });

  test("is chosen with the mouse or by leaving the field on an option, once; is found as people type it; and an NPI, a part of names, nobody and a service that is not reached are each said", async () => {
    const { page, mistakes, close } = await explorer.open(VISIT);
    await providerIs(page, "Golden Poppy Medical Center");
    const pages = () => page.evaluate(() => history.length);
    const before = await pages();
    await providerField(page).fill("yerba");
    await found(page).click();
    // It has no NPI: the state's own number names it.
    await page.getByText("Hospital · El Centro · Medicaid provider ID 106139924").waitFor();
    await expect.poll(() => askedOf(page)).not.toHaveProperty("npi");
    await expect.poll(() => askedOf(page)).toMatchObject({ state_provider_id: "106139924" });
    await providerField(page).fill("poppyfield");
    await page.getByRole("status").getByText("1 of 1").waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Tab");
    await providerIs(page, "Poppyfield Community Health Center");
    await expect.poll(() => askedOf(page)).toMatchObject({ npi: "1000300040" });
    await expect.poll(() => askedOf(page)).not.toHaveProperty("state_provider_id");
    await expect.poll(() => askedOf(page)).not.toHaveProperty("provider_name");
    await expect.poll(() => pages()).toBe(before + 2);

    await providerField(page).fill("1000100176");
    await page.getByRole("status").getByText("2 of 2").waitFor();
    await page.keyboard.press("Enter");
    await page.getByText("NPI 1000100176, and 1 other under the same number").waitFor();
    await expect.poll(() => askedOf(page)).toMatchObject({ npi: "1000100176" });

    await providerField(page).fill("zzzz");
    await page.getByText("No provider of California matches “zzzz”.").waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByText("No provider of California matches “zzzz”.").isVisible()).toBe(false);
    await expect.poll(() => providerField(page).inputValue()).toBe("zzzz");
    await page.keyboard.press("Escape");
    await expect.poll(() => providerField(page).inputValue()).not.toBe("zzzz");
    await expect.poll(() => askedOf(page)).toMatchObject({ npi: "1000100176" });

    await providerField(page).fill("medical");
    await page.keyboard.press("Tab");
    await page.getByText("39 providers with this in the name").waitFor();
    await expect.poll(() => askedOf(page)).toMatchObject({ provider_name: "medical" });
    await expect.poll(() => askedOf(page)).not.toHaveProperty("npi");

    // As people type it: words in any order, with a typing error, beyond the first matches.
    await providerField(page).fill("center poppyf");
    await page.getByRole("status").getByText("1 of 1").waitFor();
    await page.keyboard.press("Tab");
    await providerIs(page, "Poppyfield Community Health Center");
    await expect.poll(() => askedOf(page)).toMatchObject({ npi: "1000300040" });

    // Two have the words, in another order: neither is taken for the one that was meant.
    await providerField(page).fill("center poppy");
    await page.keyboard.press("Tab");
    await page
      .getByText("2 providers have these words in their names, in another order. Choose one of them.")
      .waitFor();
    await expect.poll(() => askedOf(page)).toMatchObject({ npi: "1000300040" });

    await providerField(page).fill("goldne popy");
    await page.getByRole("option", { name: "Did you mean “golden poppy”?" }).waitFor();
    await page.keyboard.press("Tab");
    await page.getByRole("button", { name: "golden poppy (1 provider)" }).click();
    await providerIs(page, "Golden Poppy Medical Center");

    await providerField(page).fill("medical");
    await page.getByRole("option", { name: /^Show more/ }).click();
    await page.getByRole("status").getByText("39 of 39").waitFor();
    await expect.poll(() => found(page).count()).toBe(40);

    // By its numbers, with spaces, hyphens and a word before them.
    await providerField(page).fill("106 139 924");
    await page.keyboard.press("Enter");
    await expect.poll(() => askedOf(page)).toMatchObject({ state_provider_id: "106139924" });
    await providerField(page).fill("NPI 1000-300-040");
    await page.keyboard.press("Tab");
    await providerIs(page, "Poppyfield Community Health Center");
    await expect.poll(() => askedOf(page)).toMatchObject({ npi: "1000300040" });
    await expect.poll(() => askedOf(page)).not.toHaveProperty("state_provider_id");
    expect(mistakes).toEqual([]);

    await page.context().setOffline(true);
    await providerField(page).fill("golden");
    await page.getByText("The service does not answer").first().waitFor();
    await close();
  });
});

describe("the code as people type it", () => {
  const codeField = (page: Page) => page.getByRole("combobox", { name: "Billing code" });
  const codesFound = (page: Page) => page.getByRole("listbox", { name: "Codes found" }).getByRole("option");

  test("loses a modifier that does not change the payment; one that does is a choice at the field, and none goes to the next code; several codes, words and lookups of before lead to theirs", async () => {
    const { page, mistakes, close } = await explorer.open(VISIT);
    await page.locator(".answer-now.appears .price").waitFor();
    await codeField(page).fill("99214-25");
    await page.keyboard.press("Tab");
    await page.getByText("Modifier 25 does not change the Medi-Cal rate and was left out.").waitFor();
    await expect.poll(() => askedOf(page)).toMatchObject({ billing_code: "99214" });
    await expect.poll(() => askedOf(page)).not.toHaveProperty("modifier");

    await codeField(page).fill("71046-50");
    await page.keyboard.press("Tab");
    await page.locator("#field-billing_code-fault").getByText("Modifier 50 (both sides) changes the payment").waitFor();
    await expect.poll(() => askedOf(page)).toMatchObject({ billing_code: "99214" });
    await page.getByRole("button", { name: "Look up without modifier 50" }).click();
    await expect.poll(() => askedOf(page)).toMatchObject({ billing_code: "71046" });

    await codeField(page).fill("71046-26");
    await page.keyboard.press("Tab");
    await expect.poll(() => askedOf(page)).toMatchObject({ billing_code: "71046", modifier: "26" });
    // A lookup is kept when it is answered, and listed while another one is shown.
    await page.waitForFunction(() => sessionStorage.getItem("ratebook-recent-lookups")?.includes("Modifier 26"));
    await codeField(page).fill("99213");
    await page.keyboard.press("Tab");
    await page.getByText("Modifier 26 was removed: it belonged to the code before.").waitFor();
    await expect.poll(() => askedOf(page)).not.toHaveProperty("modifier");

    // Several codes, words of a description, and lookups of before.
    await codeField(page).fill("99213, 99214 j1885");
    await page.keyboard.press("Enter");
    await page.getByText("3 codes entered, each with its own rate:").waitFor();
    await page.getByRole("link", { name: "J1885", exact: true }).click();
    await page.locator("#field-billing_code-note").getByText("Injection, ketorolac tromethamine, per 15 mg").waitFor();
    await expect.poll(() => askedOf(page)).toMatchObject({ billing_code: "J1885", codes: "99213,99214,J1885" });
    await expect.poll(() => askedOf(page)).not.toHaveProperty("modifier");

    await codeField(page).fill("ketoro");
    await codesFound(page).first().waitFor();
    await expect
      .poll(() => codesFound(page).allTextContents())
      .toEqual(["J1885Injection, ketorolac tromethamine, per 15 mg"]);
    await codeField(page).fill("9921");
    await expect.poll(() => codesFound(page).first().textContent()).toContain("CPT descriptions are licensed");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect.poll(() => askedOf(page)).not.toHaveProperty("codes");

    await page.locator(".answer-now.appears .price").waitFor();
    await page.getByText(/^Recent rates, in this tab/).click();
    await page.locator(".recent-lookups li", { hasText: "Modifier 26" }).getByRole("link").click();
    await expect.poll(() => askedOf(page)).toMatchObject({ billing_code: "71046", modifier: "26" });
    // The page has moved on to it, with its focus.
    await expect.poll(() => page.title()).toContain("71046");
    await page.keyboard.press("/");
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("field-provider_name");
    await page.keyboard.type("a/b");
    await expect.poll(() => providerField(page).inputValue()).toBe("a/b");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Clear the recent rates" }).click();
    await expect.poll(() => page.locator(".recent-lookups").count()).toBe(0);
    expect(mistakes).toEqual([]);
    await close();
  });

  test("loses such a modifier of an address too, and once the answer shows that no rate is published with it", async () => {
    const { page, mistakes, close } = await explorer.open(
      "/?state=ca&setting=outpatient&npi=1000700140&billing_code=99213&modifier=25",
    );
    const isLeftOut = async (program: string) => {
      await page.getByText(`Modifier 25 does not change the ${program} rate and was left out.`).waitFor();
      await page.locator(".answer-now.appears[aria-busy=false] .price").getByText("$").first().waitFor();
      expect(await page.locator(".fault").count()).toBe(0);
    };
    await isLeftOut("Medi-Cal");
    await lead(page, "/?state=ga&setting=outpatient&npi=1200050015&billing_code=99213&modifier=25");
    await isLeftOut("Georgia Medicaid");
    await lead(page, "/?state=ga&setting=outpatient&npi=1200050015&billing_code=99214");
    await page.locator(".answer-now.appears:not(.outdated)").waitFor();
    await page.waitForFunction(() => document.title.includes("99214"), null, { polling: 50 });
    await codeField(page).fill("99213-25");
    await page.keyboard.press("Tab");
    await page.getByText("Modifier 25 does not change the Georgia Medicaid rate and was left out.").waitFor();
    await expect.poll(() => askedOf(page)).toMatchObject({ billing_code: "99213" });
    await expect.poll(() => askedOf(page)).not.toHaveProperty("modifier");
    expect(mistakes).toEqual([]);
    await close();
  });

  test("of a link gets the hint that it gets when it is typed", async () => {
    const { page, mistakes, close } = await explorer.open(
      "/?state=ca&setting=outpatient&billing_code=9921325&npi=1000700140&date_of_service=2026-10-01",
    );
    await page.getByText("This may be 99213 with modifier 25.").waitFor();
    // The address is looked up as it is.
    await page.getByRole("heading", { name: "No rate", exact: true }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Look up 99213", exact: true }).click();
    await page.getByText("Modifier 25 does not change the Medi-Cal rate and was left out.").waitFor();
    await expect.poll(() => askedOf(page)).toMatchObject({ billing_code: "99213" });
    await expect.poll(() => page.getByText("This may be").count()).toBe(0);
    expect(mistakes).toEqual([]);
    await close();
  });

  test("is a DRG without its hyphen, or in words, and words alone are not looked up", async () => {
    const { page, close } = await explorer.open("/?state=ca&setting=inpatient&billing_code=720-2&npi=1000100010");
    await codeField(page).fill("drg 5601");
    // Also where no list is open.
    await page.keyboard.press("Escape");
    await expect.poll(() => codeField(page).inputValue()).toBe("drg 5601");
    await page.getByRole("button", { name: "Look up", exact: true }).click();
    await page.getByText("Read as DRG 560-1.").waitFor();
    await expect.poll(() => askedOf(page)).toMatchObject({ billing_code: "560-1" });
    await codeField(page).fill("vaginal");
    await page.keyboard.press("Tab");
    await page.getByText("codes have this in the description. Choose from the list.").waitFor();
    await expect.poll(() => askedOf(page)).toMatchObject({ billing_code: "560-1" });
    await codeField(page).click();
    await codesFound(page).nth(1).click();
    await expect.poll(() => askedOf(page)).toMatchObject({ billing_code: "542-2" });
    await close();
  });
});

describe("the code and the day", () => {
  test("are looked up when they are left; case is forgiven, and lost zeros where the answer knows them", async () => {
    const { page, mistakes, close } = await explorer.open(VISIT);
    const code = page.getByLabel("Billing code");
    await code.fill(" j1885 ");
    await page.keyboard.press("Tab");
    await expect.poll(() => askedOf(page)).toMatchObject({ billing_code: "J1885" });
    await code.fill("840");
    await page.keyboard.press("Enter");
    await page.getByText("00840 is listed: the zeros before it were lost.").waitFor();
    await page.locator(".question").getByRole("button", { name: "Use 00840" }).click();
    await expect.poll(() => askedOf(page)).toMatchObject({ billing_code: "00840" });
    const day = page.getByLabel("Date of service");
    await day.focus();
    const before = await page.evaluate(() => history.length);
    await page.keyboard.type("2/3/2025");
    await page.keyboard.press("Enter");
    await expect.poll(() => askedOf(page)).toMatchObject({ date_of_service: "2025-02-03" });
    // Not each of the days on the way to it.
    await expect.poll(() => page.evaluate(() => history.length)).toBe(before + 1);
    await day.fill("");
    await code.focus();
    await expect.poll(() => askedOf(page)).not.toHaveProperty("date_of_service");
    expect(mistakes).toEqual([]);
    await close();
  });

  test("that the address misspells are said, and nothing is priced until they are left out", async () => {
    const { page, mistakes, close } = await explorer.open("/livez");
    const priced: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/rate")) priced.push(request.url());
    });
    await page.goto(explorer.at(`${VISIT}&child_patiant=true`));
    await page.getByRole("alert").getByText("“child_patiant” is not a part of this lookup").waitFor();
    expect(priced).toEqual([]);
    await page.getByRole("link", { name: "Leave it out, in California outpatient" }).click();
    await page.getByRole("heading", { name: "$", exact: false }).first().waitFor();
    await expect.poll(() => askedOf(page)).not.toHaveProperty("child_patiant");
    expect(mistakes).toEqual([]);
    await close();
  });

  test("that are wrong say so once, at their fields, and stay as they were given; malformed ones are errors like any other, and the page stays alive", async () => {
    const { page, mistakes, close } = await explorer.open(
      "/?state=ca&setting=outpatient&billing_code=99213&npi=123&date_of_service=2026-99-01&modifier=ZZ",
    );
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
    const fault = "“123” is not an NPI: an NPI has 10 digits.";
    await expect.poll(() => page.locator("#field-npi-fault").textContent()).toBe(fault);
    await expect.poll(() => page.getByText(fault).count()).toBe(1);
    const summary = page.getByRole("alert");
    await expect
      .poll(() => summary.textContent())
      .toBe("Nothing was looked up3 fields have an error: NPI, Modifier, Date of service");
    await summary.getByRole("link", { name: "Date of service" }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("field-date_of_service");
    expect(await faultsWithin(page, "main")).toEqual([]);

    const place = "/?state=ca&setting=outpatient&npi=1000100010";
    for (const day of ["2026-13-01", "0000-00-00", "2026-02-30", "99999-01-01", "-1", "9".repeat(4000)]) {
      await lead(page, `${place}&billing_code=99213&date_of_service=${day}`);
      const field = page.locator("#field-date_of_service[aria-invalid=true]");
      await field.waitFor();
      await expect.poll(() => field.inputValue()).toBe(day);
      await page.getByRole("alert").getByRole("link", { name: "Date of service" }).waitFor();
      // Further down stand the charts, which place the day.
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      await expect.poll(() => page.evaluate(() => 1 + 1)).toBe(2);
    }
    for (const [rest, expected] of [
      [`&billing_code=${"X".repeat(3000)}`, "This is too long: enter at most 20 characters."],
      ["&billing_code=99213&anesthesia_minutes=1e9", "Enter a whole number from 0 to 100,000."],
      ["&billing_code=99213&provider_type=%00", "is not in this list. Choose one of its values, or none."],
      ["&billing_code=99213&billing_code=99213", "Billing code is given twice"],
      [`&billing_code=99213&${"a".repeat(3000)}=1`, "aaa…” is not a part of this lookup"],
      ["&billing_code=99213&state=ca", "State is given twice"],
    ] as const) {
      await lead(page, `${place}${rest}`);
      await page.getByText(expected).waitFor();
    }
    // A day as Americans write it is a day.
    await lead(page, `${place}&billing_code=99213&date_of_service=10/01/2026`);
    await page.locator(".answer-now.appears .price").waitFor();
    await expect.poll(() => page.getByLabel("Date of service").inputValue()).toBe("Oct 1, 2026");
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
        await expect.poll(() => page.locator(".examples a[aria-current]").textContent()).toBe(examples[0]?.title);
      }
    }
    expect(mistakes).toEqual([]);
    await close();
  });

  test("what each fact of the claim would pay is said by the service, those that matter first, and what is typed after Enter stays", async () => {
    const { page, mistakes, close } = await explorer.open(VISIT);
    await page.getByText("More about the claim").click();
    await page.getByText("If ticked: $30.04, +$2.50").waitFor();
    const idle = page.getByText("These make no difference to this lookup:");
    await expect
      .poll(() => idle.locator("xpath=following-sibling::*").getByRole("textbox").getAttribute("id"))
      .toBe("field-anesthesia_minutes");
    await page.getByLabel("Child patient").check();
    // Of the lookup as it is now, and the box kept the focus while the fields were put in order.
    await page.getByText("If ticked: $57.33, +$27.29").waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("field-child_patient");
    expect(await faultsWithin(page, ".claim-options")).toEqual([]);

    // What is typed after Enter stays when the lookup before it is shown.
    const minutes = page.getByLabel("Anesthesia minutes");
    // Within one task each: before the page has drawn the new lookup, and between drawing it and what runs after painting.
    for (const [sent, typed, pause] of [
      ["15", "150", null],
      ["30", "300", 0],
    ] as const) {
      await minutes.evaluate(
        async (input, [first, next, milliseconds]) => {
          const type = (text: string) => {
            (input as HTMLInputElement).value = text;
            input.dispatchEvent(new Event("input", { bubbles: true }));
          };
          type(first);
          input.dispatchEvent(new Event("change", { bubbles: true }));
          if (milliseconds !== null) await new Promise((resolve) => setTimeout(resolve, milliseconds));
          type(next);
        },
        [sent, typed, pause] as const,
      );
      await expect.poll(() => askedOf(page)).toMatchObject({ anesthesia_minutes: sent });
      // Two frames later everything that the lookup changes has happened.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
      expect(await minutes.inputValue()).toBe(typed);
    }
    expect(mistakes).toEqual([]);
    await close();
  });

  test("values that give no rate are last and folded away until they are asked for", async () => {
    const { page, mistakes, close } = await explorer.open("/livez");
    // The service's own answer, with a rate for two values of the list alone.
    await page.route("**/rate/options*", async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      for (const option of body.parameters.filter(
        ({ parameter }: { parameter: string }) => parameter === "provider_type",
      )) {
        for (const [place, tried] of option.values.entries()) {
          if (place > 2) Object.assign(tried, { payment_rate: null, difference: null });
        }
      }
      await route.fulfill({ response, json: body });
    });
    await page.goto(explorer.at(VISIT));
    await page.getByText("More about the claim").click();
    const more = page.getByRole("button", { name: /^\d+ more give no rate/ }).first();
    await more.waitFor();
    const list = page.getByLabel("Provider type");
    const texts = () => list.locator("option").allTextContents();
    await expect.poll(async () => (await texts())[0]).toBe("Not entered");
    await expect.poll(async () => (await texts()).filter((text) => text.includes("no rate"))).toEqual([]);
    const count = Number.parseInt((await more.textContent()) ?? "", 10);
    await more.click();
    await expect.poll(() => list.locator("optgroup option").count()).toBe(count);
    await expect.poll(() => list.locator("option").last().textContent()).toContain("no rate");
    expect(mistakes).toEqual([]);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await close();
  });

  test("what is set is counted and asked at once; without an answer about options all stand in the contract's order", async () => {
    const { page, close } = await explorer.open(VISIT, { colorScheme: "dark" });
    await page.route("**/rate/options*", (route) => route.abort());
    const fold = page.getByText("More about the claim");
    await fold.click();
    await page.getByText("Default: no, priced as an adult").waitFor();
    await expect
      .poll(() => page.locator(".claim-options :is(input, select)").first().getAttribute("id"))
      .toBe("field-provider_type");
    await page.getByLabel("Child patient").check();
    await page.getByLabel("Modifier").selectOption("26");
    await page.getByLabel("Anesthesia minutes").fill("1,200");
    await page.keyboard.press("Enter");
    await page.getByText("More about the claim (3 set)").waitFor();
    await expect
      .poll(() => askedOf(page))
      .toMatchObject({ child_patient: "true", modifier: "26", anesthesia_minutes: "1200" });
    // What may mean 1.2 is not taken for 12: it is refused, and stays as it was typed.
    await page.getByLabel("Anesthesia minutes").fill("1,2");
    await page.keyboard.press("Enter");
    await page.getByText("A point separates decimals; a comma only groups of three digits.").waitFor();
    await expect.poll(() => askedOf(page)).toMatchObject({ anesthesia_minutes: "1,2" });
    await expect.poll(() => page.getByLabel("Anesthesia minutes").inputValue()).toBe("1,2");
    await page.getByLabel("Anesthesia minutes").fill("1 200");
    await page.keyboard.press("Enter");
    await expect.poll(() => askedOf(page)).toMatchObject({ anesthesia_minutes: "1200" });
    await page.getByLabel("Modifier").selectOption("Not entered");
    await page.getByText("More about the claim (2 set)").waitFor();
    await expect.poll(() => askedOf(page)).not.toHaveProperty("modifier");
    // The day stays when the state changes.
    await page.getByLabel("State", { exact: true }).selectOption("Florida");
    await expect.poll(() => askedOf(page)).toMatchObject({ state: "fl", date_of_service: "2026-10-01" });
    await close();
  });

  test("a setting without data is there and says so", async () => {
    const { page, close } = await explorer.open("/livez");
    await page.route("**/release", async (route) => {
      const body = await (await route.fetch()).json();
      body.loaded.fl.inpatient = false;
      await route.fulfill({ json: body });
    });
    await page.goto(explorer.at("/?state=fl&setting=inpatient&billing_code=560-1&npi=1000800015"));
    await page.getByText("The data in service has no Florida inpatient rates").waitFor();
    await expect
      .poll(() => page.getByLabel("Setting").locator("option").allTextContents())
      .toEqual(["Outpatient", "Inpatient (no data loaded)"]);
    await close();
  });
});

describe("on a phone", () => {
  test("the question is one line above the answer, opens, and folds when it is sent", async () => {
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
});
