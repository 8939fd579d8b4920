import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { buildRelease } from "../../src/release/build.ts";
import { states } from "../../src/states/index.ts";
import { SOON } from "../support/waiting.ts";
import { Explorer } from "./support/explorer.ts";

/*
 * Names as they are typed among many: fifty times those of the sample. `npm run bench` measures it with two million; as many take
 * minutes to build.
 */

const PROVIDERS = 5_000;
/** Every so many bear the name that is sought. */
const SOUGHT_EVERY = 25;
const FIRST_NPI = 1_300_000_000;
/** NPI, the state's own number, other NPIs and name, as its line begins. */
const COPIED = "1000700140,00G900140,,Peña Family Medicine";

let folder: string;
let explorer: Explorer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "ratebook-many-"));
  const dataset = join(folder, "dataset");
  cpSync(join(import.meta.dirname, "../../data/sample"), dataset, { recursive: true });
  await addProviders(join(dataset, "ca", "providers.csv"));
  const release = join(folder, "many.db");
  const outcome = await buildRelease({ dataset, out: release, states });
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.faults.slice(0, 3), null, 2));
  explorer = await Explorer.ofRun(release);
});

afterAll(async () => {
  await explorer?.end();
  rmSync(folder, { recursive: true, force: true });
});

/** Copies of one provider of the sample, each with a name and an NPI of its own. */
async function addProviders(file: string): Promise<void> {
  const text = await readFile(file, "utf8");
  const template = text.split(/\r?\n/).find((line) => line.startsWith(COPIED));
  if (template === undefined) throw new Error("the sample has no such provider any more");
  const rest = template.slice(COPIED.length);
  const lines = Array.from({ length: PROVIDERS }, (_, number) => {
    const name = number % SOUGHT_EVERY === 0 ? "Quillfeather" : "Ordinary";
    return `${FIRST_NPI + number},,,${name} Practice ${number}${rest}\n`;
  });
  await writeFile(file, `${text.trimEnd()}\n${lines.join("")}`);
}

test("a part of a name typed into the provider field finds the few among very many, and chooses one by keyboard", async () => {
  const { page, mistakes, close } = await explorer.open(
    "/?state=ca&setting=outpatient&billing_code=99213&npi=1000700140",
  );
  const field = page.getByRole("combobox", { name: "Provider", exact: true });
  await page.locator(".price").waitFor();
  // The name of the provider is written into the field when it is known, in place of what was typed before.
  await vi.waitFor(async () => await expect.poll(() => field.inputValue()).toBe("Peña Family Medicine"), SOON);
  await field.focus();
  await page.keyboard.type("llfeather pr", { delay: 20 });
  await page
    .getByRole("status")
    .getByText(`12 of ${PROVIDERS / SOUGHT_EVERY}`)
    .waitFor();
  await expect
    .poll(() => page.getByRole("listbox").getByRole("option").first().locator("strong").textContent())
    .toBe("llfeather Pr");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL(/npi=13\d{8}/);
  await page.locator(".answer-now.appears .price").waitFor();
  await field.fill("ordinary");
  await page.getByRole("status").getByText("12 of 4,800").waitFor();
  // Words in any order, the matches after the first, and a typing error.
  await field.fill("practice quill");
  await page.getByRole("option", { name: /^Show more/ }).click();
  await page.getByRole("status").getByText("62 of 200").waitFor();
  await field.fill("quilfeather");
  await page.getByRole("option", { name: "Did you mean “quillfeather”?" }).click();
  await page.getByRole("status").getByText("12 of 200").waitFor();
  expect(mistakes).toEqual([]);
  await close();
});
