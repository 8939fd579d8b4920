import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeWorkbook } from "../../src/core/workbook/workbook-file.ts";
import { openFile } from "../../src/imports/sources/open.ts";
import type { Job } from "../../web/src/repricing/use-job.ts";
import { moneyText } from "../../web/src/words/amount.ts";
import { accessibilityFaults, faultsWithin } from "./support/accessible.ts";
import { Explorer } from "./support/explorer.ts";

let explorer: Explorer;
const folder = mkdtempSync(join(tmpdir(), "ratebook-claims-"));

beforeAll(async () => {
  explorer = await Explorer.ofRun();
});

afterAll(async () => {
  await explorer.end();
  rmSync(folder, { recursive: true, force: true });
});

/** As billing systems export it: two NPIs, dollars, days as Americans write them, and a line that is wrong. */
const MESSY = [
  "Claim ID,Rendering NPI,Billing NPI,CPT/HCPCS,DOS,Qty,Paid,Payer,Patient Name",
  '1,1000100010,1000100028,99213,10/1/2026,2,"$12.50",Blue,Poppy Doe',
  '2,1000100010,1000100028,99213,9/1/2026,1,"$1,250.00",Red,Poppy Doe',
  '3,1000100010,1000100028,99999,9/2/2026,1,"$10.00",Red,Poppy Doe',
  '4,1000100010,1000100028,99213,13/10/2026,1,"$10.00",Red,Poppy Doe',
  "5,1000100010,1000100028,99213,10/1/2026,1,0.00,Red,Poppy Doe",
  "6,1000100010,1000100028,99213,10/1/2026,1,(10.00),Red,Poppy Doe",
  "",
].join("\r\n");

const claims = { name: "claims.csv", mimeType: "text/csv", buffer: Buffer.from(MESSY) };

function chooseFile(page: Page) {
  return page.getByLabel(/^Choose a(nother)? file/);
}

async function asTheApiSays(page: Page): Promise<{ readonly status: number; readonly job: Job }> {
  const id = new URL(page.url()).searchParams.get("job");
  const headers = { authorization: `Bearer ${explorer.key}` };
  const answer = await fetch(`${explorer.address}/api/v1/reprice/${id}`, { headers });
  return { status: answer.status, job: (await answer.json()) as Job };
}

async function isAsWideAsTheScreen(page: Page): Promise<boolean> {
  return await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
}

async function sent(page: Page, name: string, text: string, target = "California") {
  // First: the session begins with the page that was opened.
  await page.getByRole("button", { name: "Sign out" }).waitFor();
  await page.goto(`${explorer.address}/reprice`);
  await chooseFile(page).waitFor();
  await page.getByLabel("State").selectOption({ label: target });
  await chooseFile(page).setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
}

describe("a messy CSV", () => {
  test("has its columns corrected before anything is priced, and is repriced to what the API says, filtered by its charts, downloaded and deleted", async () => {
    const { page, mistakes, close } = await explorer.open("/reprice");
    await chooseFile(page).waitFor();
    await page.getByText("up to 256 MB and 1,000,000 lines").waitFor();
    expect(await faultsWithin(page, "main")).toEqual([]);

    // Both NPIs are likely: that is a question and no refusal, with the values of every column.
    await chooseFile(page).setInputFiles(claims);
    const question = page.getByRole("group", { name: /could both be the NPI/ });
    await question.waitFor();
    await expect.poll(() => page.getByRole("alert").count()).toBe(0);
    await expect.poll(() => page.getByRole("button", { name: /^Reprice / }).count()).toBe(0);
    await page.getByRole("link", { name: "1 question about the columns" }).waitFor();
    await expect.poll(() => page.getByRole("row", { name: /^Payer / }).textContent()).toContain("Blue \u00b7 Red");
    await question.getByRole("radio", { name: /^Rendering NPI/ }).check();
    const go = page.getByRole("button", { name: "Reprice claims.csv" });
    await go.waitFor();
    await expect.poll(() => page.getByRole("combobox", { name: "Billing NPI" }).inputValue()).toBe("");
    await expect.poll(() => question.getByRole("radio", { name: /^Rendering NPI/ }).isChecked()).toBe(true);
    const first = page.getByRole("row").filter({ hasText: "Oct 1, 2026" }).last();
    await expect.poll(() => first.textContent()).toContain("date read as month/day/year");
    await expect.poll(() => page.getByText("To correct: DOS").textContent()).toContain("13/10/2026");
    expect(await accessibilityFaults(page)).toEqual([]);

    await page.getByLabel("Tolerance").fill("much");
    await page.keyboard.press("Tab");
    const fault = page.getByRole("alert").getByRole("link", { name: /^Tolerance: "much" cannot be used/ });
    await expect.poll(() => fault.getAttribute("href")).toBe("#reprice-tolerance");
    await page.getByLabel("Tolerance").fill("");
    await page.keyboard.press("Tab");
    await go.waitFor();

    await go.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Download" }).waitFor();
    await page.getByText("These files have every column of your file, also names of patients").waitFor();
    await page.getByRole("heading", { name: "claims.csv: California, outpatient" }).waitFor();

    const { job } = await asTheApiSays(page);
    const { underpaid, overpaid, largest_differences = [] } = job.summary ?? {};
    expect([underpaid?.lines, overpaid?.lines, job.summary?.faulty]).toEqual([2, 1, 1]);
    const verdicts = () => expect.poll(() => page.locator(".verdicts").textContent());
    await verdicts().toContain(moneyText(underpaid?.amount ?? ""));
    await verdicts().toContain(moneyText(overpaid?.amount ?? ""));
    await verdicts().not.toContain("$0.00");
    await expect
      .poll(() => page.locator(".variance-chart text").allTextContents())
      .toContain(moneyText(overpaid?.amount ?? ""));
    await page.getByText("5 dates read as month/day/year").waitFor();
    await page.getByRole("cell", { name: /13\/10\/2026/ }).waitFor();
    // Everything that the report has, in words and in the table; what a line rests on beside it.
    const { paid_nothing, taken_back, total_paid, total_expected, assumed = [] } = job.summary ?? {};
    expect([paid_nothing?.lines, taken_back]).toEqual([1, { lines: 1, amount: "10.00" }]);
    const compared = page.getByRole("region", { name: "What was compared" });
    for (const amount of [paid_nothing?.amount, taken_back?.amount, total_paid, total_expected]) {
      await expect.poll(() => compared.textContent()).toContain(moneyText(amount ?? "missing"));
      await compared
        .getByRole("cell", { name: moneyText(amount ?? "missing"), exact: true })
        .first()
        .waitFor();
    }
    await verdicts().toContain("1 denied or zero-paid");
    await verdicts().toContain("Takebacks");
    await page.getByRole("region", { name: "Defaults", exact: true }).waitFor();
    expect(assumed.length).toBeGreaterThan(0);
    // What a line rests on is behind a click.
    const list = page.getByRole("region", { name: "List of the lines with a variance" });
    const [worst] = largest_differences;
    expect([worst?.claim, worst?.provider_name, worst?.remarks]).toEqual(["2", expect.any(String), []]);
    await list
      .getByRole("cell", { name: worst?.provider_name ?? "missing" })
      .first()
      .waitFor();
    const details = list.getByText(`Details of line ${worst?.input_line}`);
    await expect.poll(() => list.getByText("Defaults, since they were not entered").first().isVisible()).toBe(false);
    await details.click();
    await list.getByText("Defaults, since they were not entered").first().waitFor();
    // Every reason has its lines, and what to do.
    const notCompared = page.getByRole("region", { name: "Priced, not compared" });
    await notCompared.getByText("These lines").click();
    await notCompared.getByRole("link", { name: "Show why for line 7" }).waitFor();

    // The explanations of chosen lines are one document, also by keyboard.
    const packet = page.getByRole("region", { name: "Appeal packet" });
    await packet.getByText("0 lines of at most 50 chosen.").waitFor();
    await list.getByRole("checkbox", { name: `Line ${worst?.input_line} in the appeal packet` }).focus();
    await page.keyboard.press("Space");
    await packet.getByText("1 line of at most 50 chosen.").waitFor();
    const others = "Choose 1 more line owed to us, without 1 line that was paid nothing";
    await packet.getByRole("button", { name: others, exact: true }).click();
    await packet.getByText("2 lines of at most 50 chosen.").waitFor();
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    await packet.getByRole("button", { name: "Prepare the packet of 2 lines" }).click();
    // A payer needs no name of a patient: it is printed only when the reader says so.
    const patient = packet.getByRole("checkbox", { name: "Patient Name" });
    const claim = packet.getByRole("checkbox", { name: "Claim ID" });
    await patient.waitFor();
    const openPacket = async () => {
      const opening = page.context().waitForEvent("page");
      await packet.getByRole("button", { name: "Open the packet of 2 lines in a new tab" }).click();
      const document = await opening;
      await document.getByRole("heading", { name: "2 claim lines", exact: true }).waitFor();
      return document;
    };
    const printed = async () => {
      const names = await packet
        .getByRole("checkbox", { checked: true })
        .evaluateAll((boxes) => boxes.map((box) => box.closest("label")?.textContent?.trim()));
      const document = await openPacket();
      const found = { names, html: await document.content(), text: (await document.textContent("main")) ?? "" };
      // The style of printed documents is let in.
      expect(
        await document.evaluate(() => getComputedStyle(window.document.querySelector("caption") as Element).position),
      ).toBe("absolute");
      // Nothing else is: neither a script nor a request, also to the service.
      const tried = await document.evaluate(async () => {
        const script = window.document.createElement("script");
        script.textContent = "window.document.title = 'run'";
        window.document.body.append(script);
        const answered = await fetch("/release").catch(() => null);
        return [window.document.title, answered];
      });
      expect(tried).toEqual([expect.not.stringContaining("run"), null]);
      await document.close();
      return found;
    };
    const before = await openPacket();
    const usual = await printed();
    // A packet has an address until another is opened: two packets of one file are never kept at once.
    await expect(before.reload()).rejects.toThrow("ERR_FILE_NOT_FOUND");
    await before.close();
    expect(usual.names).toEqual(["Claim ID", "Rendering NPI", "CPT/HCPCS", "DOS", "Qty", "Paid"]);
    expect(usual.html).not.toMatch(/Poppy Doe|Patient Name|Payer<|Blue/);
    expect(usual.text).toContain("Line 2, claim 1");
    const kept = await openPacket();
    await claim.uncheck();
    await patient.check();
    // The packet that is open stays as it was opened.
    await kept.reload();
    expect(await kept.content()).not.toContain("Poppy Doe");
    await kept.close();
    await packet.getByText("6 of 9 columns of your file are printed.").waitFor();
    const second = await printed();
    expect(second.html.match(/Poppy Doe/g)).toHaveLength(2);
    expect(second.text).not.toMatch(/, claim 1|Claim(?! lines)/);
    const last = await openPacket();
    expect(await faultsWithin(page, "main")).toEqual([]);
    // The service was asked for the packet alone; which of its columns are printed stays here.
    expect(
      requests
        .map((url) => new URL(url))
        .filter(({ protocol }) => protocol !== "blob:")
        .map(({ search }) => search),
    ).toEqual(["?lines=2,3"]);
    // Another choice of lines is another packet, of the same columns.
    await list.getByRole("checkbox", { name: `Line ${worst?.input_line} in the appeal packet` }).click();
    await expect.poll(() => patient.count()).toBe(0);
    await packet.getByRole("button", { name: "Prepare the packet of 1 line" }).click();
    await expect.poll(() => patient.isChecked()).toBe(true);
    await expect(last.reload()).rejects.toThrow("ERR_FILE_NOT_FOUND");
    await last.close();

    // Months are columns in the order of time. A click filters the list, and so do the keys.
    await page.getByRole("radio", { name: "Month" }).check();
    const names = page.locator(".variance-chart .axis-text");
    await expect.poll(() => names.allTextContents()).toEqual(["Sep 2026", "Oct 2026"]);
    await page.getByRole("button", { name: /^Oct 2026: .* owed to us/ }).click();
    await page.getByText("Only Month: Oct 2026: 2 lines.").waitFor();
    await expect.poll(() => list.getByRole("row").count()).toBe(3);
    await page.getByRole("button", { name: /^Sep 2026/ }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("Only Month: Sep 2026: 1 line.").waitFor();
    await page.getByRole("button", { name: "Show all" }).click();
    await page.getByRole("radio", { name: "Paid against expected" }).check();
    await page.getByRole("img", { name: /^Paid against expected/ }).focus();
    await page.keyboard.press("ArrowRight");
    await page.getByText(`1 line: ${moneyText(worst?.paid ?? "")} paid`, { exact: false }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByText(/^Only \$1,250\.00 paid, .* expected: 1 line\./).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("radio", { name: "Month" }).check();
    await page.getByRole("button", { name: "Show as table" }).click();
    const october = page.getByRole("row").filter({ has: page.getByRole("cell", { name: "Oct 2026", exact: true }) });
    await expect.poll(() => october.textContent()).toContain(moneyText(paid_nothing?.amount ?? "missing"));
    await expect.poll(() => october.textContent()).toContain("$10.00");

    // The line by itself, and back: the address holds the job.
    await details.click();
    await list.getByRole("link", { name: `Show why for line ${worst?.input_line}` }).click();
    const asked = new URL(page.url()).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({ billing_code: "99213", npi: "1000100010", ...worst?.lookup });
    await page.goBack();
    await page.getByRole("heading", { name: "Download" }).waitFor();
    // What was chosen in the charts is shown again: the address holds it.
    await page.getByText(/^Only \$1,250\.00 paid, .* expected: 1 line\./).waitFor();
    await expect.poll(() => page.getByRole("radio", { name: "Month" }).isChecked()).toBe(true);

    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "Workbook (XLSX)" }).click();
    const path = join(folder, "report.xlsx");
    await (await downloading).saveAs(path);
    const opened = await openFile(path, () => {});
    const sheets = (await opened.parts[0]?.lists(false)) ?? [];
    opened.close();
    expect(sheets.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['sheet "Summary"', 'sheet "Underpaid"', 'sheet "Overpaid"']),
    );

    const gone = page.url();
    await page.getByRole("button", { name: "Delete now" }).click();
    await chooseFile(page).waitFor();
    await page.goto(gone);
    await page.getByRole("alert").getByText("Send the file again").waitFor();
    expect((await asTheApiSays(page)).status).toBe(404);
    expect(mistakes).toEqual([]);
    await close();
  });
});

describe("a workbook on a phone, in the dark", () => {
  test("has its sheet chosen and is priced; it is listed by its name with its variance and deleted, and its columns are remembered", async () => {
    const path = join(folder, "august <b>.xlsx");
    const row = (...texts: readonly string[]) => texts.map((text) => ({ style: "text" as const, text }));
    await writeWorkbook(path, [
      { name: "Notes", headingRow: null, rows: [row("Claims of May")] },
      {
        name: "Claims",
        headingRow: 1,
        rows: [row("NPI", "CPT", "DOS", "Actual", "M1"), row("1000100010", "99213", "2026-10-01", "10.00", "25")],
      },
    ]);
    const { page, mistakes, close } = await explorer.open("/reprice", {
      viewport: { width: 390, height: 844 },
      colorScheme: "dark",
    });
    await chooseFile(page).setInputFiles(path);
    await page.getByLabel("Sheet of the workbook").selectOption("Claims");
    await page.getByRole("combobox", { name: "Actual" }).selectOption({ label: "Paid amount" });
    await page
      .getByRole("group", { name: /looks like modifiers/ })
      .getByRole("radio", { name: /^Yes/ })
      .check();
    await page.getByRole("button", { name: "Reprice august <b>.xlsx" }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await expect.poll(() => isAsWideAsTheScreen(page)).toBe(true);

    // It is still there for who comes back from another view.
    await page.getByRole("link", { name: "Coverage" }).click();
    await page.getByRole("link", { name: "Reprice a file" }).click();
    await page.getByRole("button", { name: "Reprice august <b>.xlsx" }).click();
    await page.getByRole("heading", { name: "Download" }).waitFor();
    const { job } = await asTheApiSays(page);
    expect(job.summary?.lookups).toBe(1);
    // A line is a card: its variance is on the screen, and it is a cell of a table for screen readers all the same.
    const list = page.getByRole("region", { name: "List of the lines with a variance" });
    const variance = await list.getByRole("cell", { name: moneyText(job.variance ?? "missing") }).boundingBox();
    expect((variance?.x ?? 0) + (variance?.width ?? Number.POSITIVE_INFINITY)).toBeLessThanOrEqual(390);
    expect(await list.evaluate((box) => box.scrollWidth <= box.clientWidth)).toBe(true);
    // It is the first thing that the eye finds: above and left of the amounts that give it, and of which line it is.
    for (const name of ["Paid", "Expected", "Provider", "Code", "Line"]) {
      const other = await list.locator(`td[data-title="${name}"]`).boundingBox();
      expect([name, (other?.y ?? 0) >= (variance?.y ?? 0) + (variance?.height ?? 0)]).toEqual([name, true]);
    }
    expect(variance?.x).toBeLessThan(30);
    expect(await accessibilityFaults(page)).toEqual([]);
    await expect.poll(() => isAsWideAsTheScreen(page)).toBe(true);

    // Another file with the same headings, and the list of files, on a wide screen.
    await page.emulateMedia({ colorScheme: "light" });
    await page.setViewportSize({ width: 1280, height: 900 });
    await sent(page, "september.csv", "NPI,CPT,DOS,Actual,M1\r\n1000100010,99213,10/1/2026,5.00,25\r\n");
    await page.getByText("set as you chose them for a file with the same headings").waitFor();
    await page.getByRole("button", { name: "Reprice september.csv" }).waitFor();
    await expect.poll(() => page.getByRole("combobox", { name: "Actual" }).inputValue()).toBe("paid_amount");
    await expect.poll(() => page.getByRole("combobox", { name: "M1" }).inputValue()).toBe("modifier");
    const files = page.getByRole("region", { name: "Your files", exact: true });
    const august = files.getByRole("row").filter({ hasText: "august <b>.xlsx" });
    await expect.poll(() => august.textContent()).toContain(`+${moneyText(job.variance ?? "missing")}`);
    expect(await faultsWithin(page, ".your-files")).toEqual([]);
    await page.getByRole("button", { name: "Start over" }).click();
    await page.getByRole("group", { name: /looks like modifiers/ }).waitFor();
    await august.getByRole("button", { name: "Delete august <b>.xlsx" }).click();
    await page.getByText("august <b>.xlsx is deleted.").waitFor();
    await expect.poll(() => august.count()).toBe(0);
    expect(mistakes).toEqual([]);
    await close();
  });
});

describe("files of one's own", () => {
  test("say first that their providers are in another state, or that they have no claims", async () => {
    const { page, mistakes, close } = await explorer.open("/reprice");
    await sent(page, "florida.csv", "NPI,CPT,DOS,Paid\n1000800015,99213,10/1/2026,5\n1000800023,99213,10/1/2026,5\n");
    const notice = { name: "None of the 2 NPIs is in the rates for California; 2 would be found under Florida." };
    // Before the button and after it.
    await page.getByRole("alert").getByRole("heading", notice).waitFor();
    expect(await faultsWithin(page, "[role=alert]")).toEqual([]);
    await page.getByRole("button", { name: "Reprice florida.csv" }).click();
    await page.getByRole("heading", { name: "Download" }).waitFor();
    await page.getByRole("heading", notice).waitFor();
    await page.getByRole("link", { name: "See which NPIs these are." }).click();
    const missing = page.getByRole("region", { name: "NPIs that were not found", exact: true });
    await expect
      .poll(() => missing.getByRole("row").filter({ hasText: "1000800023" }).textContent())
      .toBe("10008000231Florida");
    expect(await faultsWithin(page, "#missing-npis")).toEqual([]);
    await expect.poll(() => page.locator(".verdicts").textContent()).not.toContain("$");
    await page.getByRole("button", { name: "Delete now" }).click();
    await sent(page, "florida.csv", "NPI,CPT,DOS,Paid\n1000800015,99213,10/1/2026,5\n");
    await page.getByRole("alert").getByRole("button", { name: "Use Florida" }).click();
    await page.getByRole("alert").waitFor({ state: "detached" });
    await expect.poll(() => page.getByLabel("State").inputValue()).toBe("fl");
    await sent(page, "empty.csv", "NPI,CPT,DOS,Paid\n");
    await page.getByRole("heading", { name: "There are no claims in this file." }).waitFor();
    await expect.poll(() => page.getByRole("button", { name: /^Reprice / }).count()).toBe(0);
    expect(mistakes).toEqual([]);
    await close();
  });
});

/** What a remittance says besides its lines: 18.00 less 2.50 that the payer kept. */
const REMITTANCE = {
  payment: "15.50",
  claims: 4,
  claims_paid: "18.00",
  lines: 4,
  lines_paid: "18.00",
  paid_in_summary: "18.00",
  paid_on_rejected: "0.00",
  lines_add_up: true,
  provider_adjusted: "2.50",
  adds_up: true,
  unbalanced: { claims: 0, first: [] },
  sentences: ["4 claims, 4 lines. Payment $15.50 = claims $18.00 - provider adjustments $2.50: adds up."],
  payments: [{ trace: "EFT-1", date: "2026-10-20", amount: "15.50" }],
  payments_left: 0,
  repeated_payments: [],
  provider_adjustments: [{ reason: "WO", meaning: "overpayment recovery", times: 1, amount: "2.50" }],
  adjustments: [{ group: "CO", reason: "24", meaning: "covered by a plan", times: 2, amount: "200.00" }],
  not_joined: [],
} satisfies NonNullable<NonNullable<Job["summary"]>["remittance"]>;

test("what was not owed stands apart from what is owed, and a remittance says that it adds up; all lines with a variance can be paged through, filtered by a chart and put in a packet", async () => {
  const { page, mistakes, close } = await explorer.open("/reprice");
  // A table has no payment of a remittance: it is added to the answer.
  await page.route(/\/api\/v1\/reprice\/[^/]+$/, async (route) => {
    const response = await route.fetch();
    const job = (await response.json()) as Job;
    const summary = job.summary == null ? job.summary : { ...job.summary, remittance: REMITTANCE };
    await route.fulfill({ response, json: { ...job, summary } });
  });
  const lines = Array.from({ length: 210 }, (_, at) => {
    // 105 lines of each month; the smallest variance is that of the last line.
    const month = at % 2 === 0 ? "09" : "10";
    return `C-${at + 1},ICN-${at + 1},1000700140,99213,2026-${month}-01,${((at + 1) * 0.01).toFixed(2)},`;
  });
  const file = [
    "claim,payer_claim,npi,billing_code,date_of_service,paid_amount,not_owed",
    ...lines,
    "A-2,ICN-A-2,1000100010,99213,2026-10-01,0.00,covered_by_plan (CO-24)",
    "A-3,ICN-A-3,1000100010,99213,2026-10-01,0.00,covered_by_plan (CO-24)",
    "A-4,ICN-A-4,1000100010,99213,2026-10-01,17.00,other_payer (CO-23)",
    "",
  ].join("\n");
  await chooseFile(page).setInputFiles({ name: "long.csv", mimeType: "text/csv", buffer: Buffer.from(file) });
  await page.getByRole("button", { name: "Reprice long.csv" }).click();
  const notOwed = page.getByRole("region", { name: "Not owed", exact: true });
  await notOwed
    .getByText("3 lines were not owed by Medicaid: covered by a plan (2), other payer paid (1).", { exact: false })
    .waitFor();
  await notOwed.getByText("These lines").first().click();
  await notOwed.getByRole("link", { name: "Show why for line 212" }).waitFor();
  await notOwed.getByRole("cell", { name: "ICN-A-2" }).waitFor();
  const { job } = await asTheApiSays(page);
  expect(job.summary).toMatchObject({ underpaid: { lines: 210 }, not_compared: 3 });
  const verdicts = () => expect.poll(() => page.locator(".verdicts").textContent());
  await verdicts().toContain("Not owed3 lines");
  await verdicts().not.toContain("Not compared");
  await verdicts().not.toContain("denied or zero-paid");
  await expect.poll(() => page.getByRole("region", { name: "Priced, not compared" }).count()).toBe(0);
  const remittance = page.getByRole("region", { name: "The remittance" });
  await remittance
    .getByText("Payment $15.50 = claims $18.00 - provider adjustments $2.50: adds up.", { exact: false })
    .waitFor();
  await remittance.getByText("Adjustments by group and reason").first().click();
  await remittance.getByRole("row").filter({ hasText: "overpayment recovery" }).waitFor();

  await page.getByText("210 lines with a variance, the largest first.").waitFor();
  const list = page.getByRole("region", { name: "List of the lines with a variance" });
  const pages = page.getByRole("navigation", { name: "Pages of the lines" });
  await pages.getByText("Lines 1 to 50 of 210").waitFor();
  await list.getByRole("cell", { name: "C-1", exact: true }).waitFor();
  await list.getByRole("cell", { name: "ICN-1", exact: true }).waitFor();
  for (const from of [51, 101, 151, 201]) {
    await pages.getByRole("button", { name: "Next 50" }).click();
    await pages.getByText(`Lines ${from} to ${Math.min(from + 49, 210)} of 210`).waitFor();
  }
  await list.getByRole("cell", { name: "C-210", exact: true }).waitFor();
  await list.getByRole("checkbox", { name: "Line 211 in the appeal packet" }).check();
  const packet = page.getByRole("region", { name: "Appeal packet" });
  await packet.getByText("1 line of at most 50 chosen.").waitFor();
  // The bar of a month has half of the lines, and so has the list.
  await page.getByRole("radio", { name: "Month" }).check();
  await page.getByRole("button", { name: /^Sep 2026/ }).click();
  await page.getByText("Only Month: Sep 2026: 105 lines.").waitFor();
  await pages.getByText("Lines 1 to 50 of 105").waitFor();
  await packet.getByText("1 line of at most 50 chosen.").waitFor();
  // On the last page, with five lines: the parts of a line are the same in each.
  for (const range of ["51 to 100", "101 to 105"]) {
    await pages.getByRole("button", { name: "Next 50" }).click();
    await pages.getByText(`Lines ${range} of 105`).waitFor();
  }
  expect(await faultsWithin(page, "main")).toEqual([]);
  expect(mistakes).toEqual([]);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await close();
});

test("an example file can be tried without a file of one's own; a file that is dropped is taken, and one that is no table is refused in the API's words", async () => {
  const { page, mistakes, close } = await explorer.open("/reprice");
  await page.getByRole("button", { name: "Try it with an example file" }).click();
  await page.getByRole("button", { name: "Reprice example-claims.csv" }).waitFor();
  await page.getByText("The first 10 lines as they will be read").first().waitFor();
  // A table has no second file.
  await expect.poll(() => page.getByLabel("Claims of this remittance (837)").count()).toBe(0);

  const dropped = await page.evaluateHandle(() => {
    const carried = new DataTransfer();
    carried.items.add(new File(["%PDF-1.7\n%\u0000\n"], "claims.pdf"));
    return carried;
  });
  await page.locator(".drop").dispatchEvent("drop", { dataTransfer: dropped });
  await page.getByText("claims.pdf, ").waitFor();
  await page.getByRole("alert").getByRole("heading", { name: "The file cannot be repriced" }).waitFor();
  await expect.poll(() => page.getByRole("button", { name: /^Reprice / }).count()).toBe(0);
  expect(mistakes).toEqual([]);
  await close();
});

describe("a file that is about to be ordered", () => {
  const isEmpty = async (page: Page) => {
    await chooseFile(page).waitFor();
    await expect.poll(() => page.locator(".file-name").textContent()).toBe("");
    await expect.poll(() => page.getByRole("combobox", { name: "Billing NPI" }).count()).toBe(0);
  };

  test("stays when the session is renewed for the same key, and is gone when another may be given: when it has ended by itself, and when somebody has signed out", async () => {
    const { page, close } = await explorer.open("/reprice");
    await chooseFile(page).setInputFiles(claims);
    await page.getByRole("combobox", { name: "Billing NPI" }).waitFor();
    await page.context().clearCookies();
    const renewed = page.waitForResponse(
      (response) => response.request().method() === "POST" && response.url().endsWith("/session"),
    );
    await page.getByRole("combobox", { name: "Billing NPI" }).selectOption("");
    await renewed;
    await page.getByText("claims.csv").first().waitFor();

    // As where there is no demo key: nothing opens another session by itself.
    await page.route("**/session", (route) =>
      route.request().method() === "GET" ? route.fulfill({ json: { key: null, demo: false } }) : route.continue(),
    );
    await page.context().clearCookies();
    await page.getByRole("combobox", { name: "Billing NPI" }).selectOption("npi");
    await page.getByRole("heading", { name: "Your session has ended" }).waitFor();
    await page.getByLabel("Key").fill(explorer.key);
    await page.keyboard.press("Enter");
    await isEmpty(page);
    await page.unroute("**/session");

    // Signed out: what is here, and what is on its way.
    await chooseFile(page).setInputFiles(claims);
    await page.getByRole("combobox", { name: "Billing NPI" }).waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("Key").fill(explorer.key);
    await page.keyboard.press("Enter");
    await isEmpty(page);

    const withdrawn = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/reprice"));
    await page.route("**/api/v1/reprice", () => {});
    await chooseFile(page).setInputFiles(claims);
    await page
      .getByText(/Sending the file|Reading the file/)
      .first()
      .waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("Key").waitFor();
    await withdrawn;
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await close();
  });
});
