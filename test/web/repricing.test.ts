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

const csv = (name: string, text: string) => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
const claims = csv("claims.csv", MESSY);

const chooseFile = (page: Page) => page.getByLabel(/^Choose a(nother)? file/);
const variances = (page: Page) => page.getByRole("region", { name: "List of the lines with a variance" });
const packetOf = (page: Page) => page.getByRole("region", { name: "Appeal packet" });

async function asTheApiSays(page: Page): Promise<{ readonly status: number; readonly job: Job }> {
  const id = new URL(page.url()).searchParams.get("job");
  const headers = { authorization: `Bearer ${explorer.key}` };
  const answer = await fetch(`${explorer.address}/api/v1/reprice/${id}`, { headers });
  return { status: answer.status, job: (await answer.json()) as Job };
}

const isAsWideAsTheScreen = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);

/** A repriced file, its only question answered. */
async function repriced(page: Page): Promise<void> {
  await chooseFile(page).setInputFiles(claims);
  const question = page.getByRole("group", { name: /could both be the NPI/ });
  await question.getByRole("radio", { name: /^Rendering NPI/ }).check();
  await page.getByRole("button", { name: "Reprice claims.csv" }).press("Enter");
  await page.getByRole("heading", { name: "Download" }).waitFor();
}

describe("a messy CSV", () => {
  test("has its columns decided before anything is priced, and is repriced to the totals of the API", async () => {
    const { page, mistakes, close } = await explorer.open("/reprice");
    await chooseFile(page).setInputFiles(claims);
    // Both NPIs are likely: that is a question, and nothing is priced before its answer.
    const question = page.getByRole("group", { name: /could both be the NPI/ });
    await question.waitFor();
    await expect.poll(() => page.getByRole("button", { name: /^Reprice / }).count()).toBe(0);
    await expect.poll(() => page.getByRole("row", { name: /^Payer / }).textContent()).toContain("Blue \u00b7 Red");
    await question.getByRole("radio", { name: /^Rendering NPI/ }).check();
    const go = page.getByRole("button", { name: "Reprice claims.csv" });
    await go.waitFor();
    await expect.poll(() => page.getByRole("combobox", { name: "Billing NPI" }).inputValue()).toBe("");
    await expect.poll(() => page.getByText("To correct: DOS").textContent()).toContain("13/10/2026");
    await page.getByLabel("Tolerance").fill("much");
    await page.keyboard.press("Tab");
    await page
      .getByRole("alert")
      .getByRole("link", { name: /^Tolerance: "much" cannot be used/ })
      .waitFor();
    await page.getByLabel("Tolerance").fill("");
    await page.keyboard.press("Tab");
    await go.press("Enter");
    await page.getByRole("heading", { name: "claims.csv: California, outpatient" }).waitFor();
    await page.getByRole("heading", { name: "Download" }).waitFor();

    const { job } = await asTheApiSays(page);
    const { underpaid, overpaid, paid_nothing, taken_back, total_paid, total_expected } = job.summary ?? {};
    expect([underpaid?.lines, overpaid?.lines, job.summary?.faulty]).toEqual([2, 1, 1]);
    expect([paid_nothing?.lines, taken_back]).toEqual([1, { lines: 1, amount: "10.00" }]);
    const verdicts = () => expect.poll(() => page.locator(".verdicts").textContent());
    await verdicts().toContain(moneyText(underpaid?.amount ?? "missing"));
    await verdicts().toContain(moneyText(overpaid?.amount ?? "missing"));
    await verdicts().toContain("1 denied or zero-paid");
    const compared = page.getByRole("region", { name: "What was compared" });
    for (const amount of [paid_nothing?.amount, taken_back?.amount, total_paid, total_expected]) {
      const cell = compared.getByRole("cell", { name: moneyText(amount ?? "missing"), exact: true });
      await cell.first().waitFor();
    }
    await page.getByRole("cell", { name: /13\/10\/2026/ }).waitFor();

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

  test("is filtered by its charts, also by keyboard, and the address shows the choice and a line's lookup", async () => {
    const { page, mistakes, close } = await explorer.open("/reprice");
    await repriced(page);
    const { job } = await asTheApiSays(page);
    const [worst] = job.summary?.largest_differences ?? [];
    const list = variances(page);
    await page.getByRole("radio", { name: "Month" }).check();
    await page.getByRole("button", { name: /^Oct 2026: .* owed to us/ }).click();
    await page.getByText("Only Month: Oct 2026: 2 lines.").waitFor();
    await expect.poll(() => list.getByRole("row").count()).toBe(3);
    await page.getByRole("button", { name: /^Sep 2026/ }).press("Enter");
    await page.getByText("Only Month: Sep 2026: 1 line.").waitFor();
    await page.getByRole("button", { name: "Show all" }).click();
    await page.getByRole("radio", { name: "Paid against expected" }).check();
    await page.getByRole("img", { name: /^Paid against expected/ }).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.getByText(/^Only \$1,250\.00 paid, .* expected: 1 line\./).waitFor();

    await list.getByText(`Details of line ${worst?.input_line}`).click();
    await list.getByRole("link", { name: `Show why for line ${worst?.input_line}` }).click();
    await page.waitForURL(/billing_code=99213/);
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({ ...worst?.lookup });
    await page.goBack();
    await page.getByText(/^Only \$1,250\.00 paid, .* expected: 1 line\./).waitFor();
    expect(mistakes).toEqual([]);
    await close();
  });

  test("has a packet of chosen lines, which leaves the patient out until the reader says otherwise, and runs nothing", async () => {
    const { page, mistakes, close } = await explorer.open("/reprice");
    await repriced(page);
    const packet = packetOf(page);
    await variances(page).getByRole("checkbox", { name: "Line 3 in the appeal packet" }).focus();
    await page.keyboard.press("Space");
    await packet.getByText("1 line of at most 50 chosen.").waitFor();
    const others = "Choose 1 more line owed to us, without 1 line that was paid nothing";
    await packet.getByRole("button", { name: others, exact: true }).click();
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    await packet.getByRole("button", { name: "Prepare the packet of 2 lines" }).click();
    const openPacket = async () => {
      const opening = page.context().waitForEvent("page");
      await packet.getByRole("button", { name: "Open the packet of 2 lines in a new tab" }).click();
      const document = await opening;
      await document.getByRole("heading", { name: "2 claim lines", exact: true }).waitFor();
      return document;
    };
    const usual = await openPacket();
    expect(await usual.content()).not.toMatch(/Poppy Doe|Patient Name|Payer<|Blue/);
    expect(await usual.textContent("main")).toContain("Line 2, claim 1");
    // Neither a script nor a request gets through, also to the service.
    const tried = await usual.evaluate(async () => {
      const script = window.document.createElement("script");
      script.textContent = "window.document.title = 'run'";
      window.document.body.append(script);
      return [window.document.title, await fetch("/release").catch(() => null)];
    });
    expect(tried).toEqual([expect.not.stringContaining("run"), null]);
    await packet.getByRole("checkbox", { name: "Claim ID" }).uncheck();
    await packet.getByRole("checkbox", { name: "Patient Name" }).check();
    // The packet that is open stays as it was opened, until another is: two packets of one file are never kept at once.
    await usual.reload();
    expect(await usual.content()).not.toContain("Poppy Doe");
    const second = await openPacket();
    expect((await second.content()).match(/Poppy Doe/g)).toHaveLength(2);
    expect(await second.textContent("main")).not.toMatch(/, claim 1|Claim(?! lines)/);
    await expect(usual.reload()).rejects.toThrow("ERR_FILE_NOT_FOUND");
    await usual.close();
    await second.close();
    // The service was asked for the packet alone; which of its columns are printed stays here.
    const sent = requests.map((url) => new URL(url)).filter(({ protocol }) => protocol !== "blob:");
    expect(sent.map(({ search }) => search)).toEqual(["?lines=2,3"]);
    expect(mistakes).toEqual([]);
    await close();
  });
});

test("a workbook on a phone, in the dark: its sheet is chosen, its lines are cards, its columns are remembered, and it is deleted", async () => {
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
  const look = { viewport: { width: 390, height: 844 }, colorScheme: "dark" } as const;
  const { page, mistakes, close } = await explorer.open("/reprice", look);
  await chooseFile(page).setInputFiles(path);
  await page.getByLabel("Sheet of the workbook").selectOption("Claims");
  await page.getByRole("combobox", { name: "Actual" }).selectOption({ label: "Paid amount" });
  const modifiers = page.getByRole("group", { name: /looks like modifiers/ });
  await modifiers.getByRole("radio", { name: /^Yes/ }).check();
  // It is still there after another view.
  await page.getByRole("link", { name: "Coverage" }).click();
  await page.getByRole("link", { name: "Reprice a file" }).click();
  await page.getByRole("button", { name: "Reprice august <b>.xlsx" }).click();
  await page.getByRole("heading", { name: "Download" }).waitFor();
  const { job } = await asTheApiSays(page);
  const amount = moneyText(job.variance ?? "missing");
  const variance = await variances(page).getByRole("cell", { name: amount }).boundingBox();
  expect((variance?.x ?? 0) + (variance?.width ?? Number.POSITIVE_INFINITY)).toBeLessThanOrEqual(390);
  expect(await accessibilityFaults(page)).toEqual([]);
  await isAsWideAsTheScreen(page);

  await page.goto(`${explorer.address}/reprice`);
  await chooseFile(page).setInputFiles(
    csv("september.csv", "NPI,CPT,DOS,Actual,M1\r\n1000100010,99213,10/1/2026,5.00,25\r\n"),
  );
  await page.getByText("set as you chose them for a file with the same headings").waitFor();
  await expect.poll(() => page.getByRole("combobox", { name: "Actual" }).inputValue()).toBe("paid_amount");
  await expect.poll(() => page.getByRole("combobox", { name: "M1" }).inputValue()).toBe("modifier");
  await page.setViewportSize({ width: 1280, height: 900 });
  const files = page.getByRole("region", { name: "Your files", exact: true });
  const august = files.getByRole("row").filter({ hasText: "august <b>.xlsx" });
  await expect.poll(() => august.textContent()).toContain(`+${amount}`);
  await august.getByRole("button", { name: "Delete august <b>.xlsx" }).click();
  await expect.poll(() => august.count()).toBe(0);
  expect(mistakes).toEqual([]);
  await close();
});

test("what was not owed stands apart from what is owed, and all lines with a variance can be paged through", async () => {
  const { page, mistakes, close } = await explorer.open("/reprice");
  const lines = Array.from({ length: 210 }, (_, at) => {
    // 105 lines of each month; the smallest variance is that of the last line.
    const month = at % 2 === 0 ? "09" : "10";
    return `C-${at + 1},1000700140,99213,2026-${month}-01,${((at + 1) * 0.01).toFixed(2)},`;
  });
  const text = [
    "claim,npi,billing_code,date_of_service,paid_amount,not_owed",
    ...lines,
    "A-2,1000100010,99213,2026-10-01,0.00,covered_by_plan (CO-24)",
    "A-3,1000100010,99213,2026-10-01,0.00,covered_by_plan (CO-24)",
    "A-4,1000100010,99213,2026-10-01,17.00,other_payer (CO-23)",
    "",
  ].join("\n");
  await chooseFile(page).setInputFiles(csv("long.csv", text));
  await page.getByRole("button", { name: "Reprice long.csv" }).click();
  const notOwed = page.getByRole("region", { name: "Not owed", exact: true });
  await notOwed.getByText("covered by a plan (2), other payer paid (1).", { exact: false }).waitFor();
  const { job } = await asTheApiSays(page);
  expect(job.summary).toMatchObject({ underpaid: { lines: 210 }, not_compared: 3 });
  await expect.poll(() => page.locator(".verdicts").textContent()).toContain("Not owed3 lines");

  const pages = page.getByRole("navigation", { name: "Pages of the lines" });
  await pages.getByText("Lines 1 to 50 of 210").waitFor();
  for (const range of ["51 to 100", "101 to 150", "151 to 200", "201 to 210"]) {
    await pages.getByRole("button", { name: "Next 50" }).click();
    await pages.getByText(`Lines ${range} of 210`).waitFor();
  }
  await variances(page).getByRole("cell", { name: "C-210", exact: true }).waitFor();
  await variances(page).getByRole("checkbox", { name: "Line 211 in the appeal packet" }).check();
  // The bar of a month has half of the lines, and so has the list; a chosen line stays chosen.
  await page.getByRole("radio", { name: "Month" }).check();
  await page.getByRole("button", { name: /^Sep 2026/ }).click();
  await page.getByText("Only Month: Sep 2026: 105 lines.").waitFor();
  await packetOf(page).getByText("1 line of at most 50 chosen.").waitFor();
  expect(await faultsWithin(page, "main")).toEqual([]);
  expect(mistakes).toEqual([]);
  await close();
});

test("a file of another state is said so before it is priced; one that is dropped and is no table is refused", async () => {
  const { page, mistakes, close } = await explorer.open("/reprice");
  await page.getByRole("button", { name: "Try it with an example file" }).click();
  await page.getByRole("button", { name: "Reprice example-claims.csv" }).waitFor();
  await page.getByLabel("State").selectOption({ label: "California" });
  await chooseFile(page).setInputFiles(csv("florida.csv", "NPI,CPT,DOS,Paid\n1000800015,99213,10/1/2026,5\n"));
  await page.getByRole("alert").getByRole("button", { name: "Use Florida" }).click();
  await page.getByRole("alert").waitFor({ state: "detached" });
  await expect.poll(() => page.getByLabel("State").inputValue()).toBe("fl");
  const dropped = await page.evaluateHandle(() => {
    const carried = new DataTransfer();
    carried.items.add(new File(["%PDF-1.7\n%\u0000\n"], "claims.pdf"));
    return carried;
  });
  await page.locator(".drop").dispatchEvent("drop", { dataTransfer: dropped });
  await page.getByRole("alert").getByRole("heading", { name: "The file cannot be repriced" }).waitFor();
  await expect.poll(() => page.getByRole("button", { name: /^Reprice / }).count()).toBe(0);
  expect(mistakes).toEqual([]);
  await close();
});

test("a file stays while the session is renewed for the same key, and is gone when another key may come", async () => {
  const { page, close } = await explorer.open("/reprice");
  const isEmpty = async () => {
    await chooseFile(page).waitFor();
    await expect.poll(() => page.locator(".file-name").textContent()).toBe("");
    await expect.poll(() => page.getByRole("combobox", { name: "Billing NPI" }).count()).toBe(0);
  };
  const signIn = async () => {
    await page.getByLabel("Key").fill(explorer.key);
    await page.keyboard.press("Enter");
  };
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
  await signIn();
  await isEmpty();
  await page.unroute("**/session");

  // Signed out: what is here, and what is on its way.
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
  await signIn();
  await isEmpty();
  await close();
});
