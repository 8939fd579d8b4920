import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accessibilityFaults } from "./support/accessible.ts";
import { Explorer } from "./support/explorer.ts";

let explorer: Explorer;

beforeAll(async () => {
  explorer = await Explorer.start();
});

afterAll(() => explorer.end());

describe("the page on the sample, on this machine", () => {
  test("opens without a key being typed, and keeps none", async () => {
    const { page, mistakes, close } = await explorer.open("/");
    await page.getByRole("button", { name: "Sign out" }).waitFor();
    const cookies = await page.context().cookies();
    expect(cookies).toMatchObject([
      { name: `ratebook_session_${new URL(explorer.address).port}`, httpOnly: true, sameSite: "Strict", path: "/" },
    ]);
    expect(cookies[0]?.value).not.toContain(explorer.key);
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    );
    expect(kept).toBe('[{},{},""]');
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(mistakes).toEqual([]);
    await close();
  });

  test("asks for the key after signing out, refuses a wrong one in words, and goes on with the right one", async () => {
    const { page, mistakes, close } = await explorer.open("/coverage");
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("Key").fill("rb_live_wrong");
    await page.getByRole("button", { name: "Begin" }).click();
    await page.getByRole("alert").getByText("This key is unknown, expired or revoked").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByLabel("Key").fill(explorer.key);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Sign out" }).waitFor();
    expect(page.url()).toBe(`${explorer.address}/coverage`);
    expect(mistakes).toEqual([]);
    await close();
  });
});
