import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Explorer } from "./support/explorer.ts";

/* Look up comes with one script. The script of another view is loaded when the view is opened. */

let explorer: Explorer;

beforeAll(async () => {
  explorer = await Explorer.ofRun();
});

afterAll(() => explorer.end());

/** The scripts of the page, each by the name of its source. */
function scriptOf(address: string): string | undefined {
  return /\/assets\/(.+)-[\w-]{8}\.js$/.exec(new URL(address).pathname)?.[1];
}

test("a first visit loads one script and requests each part once; a view whose script is gone says what to do", async () => {
  const { page, mistakes, close } = await explorer.open("/livez");
  const scripts: (string | undefined)[] = [];
  const requested: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(scriptOf(request.url()));
    requested.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  await page.goto(explorer.at("/"));
  await page.locator("h2.price").waitFor();
  await page.waitForLoadState("networkidle");
  expect(scripts).toEqual(["index"]);
  for (const each of [
    "GET /session",
    "GET /catalogue.json",
    "GET /release",
    "GET /api/v1/ca/outpatient/rate/explain",
  ]) {
    expect(requested.filter((one) => one === each)).toEqual([each]);
  }

  // As after an update of the service: the scripts of the page that is open are no longer there.
  await page.route("**/assets/coverage-view-*.js", (route) => route.fulfill({ status: 404 }));
  const views = page.getByRole("navigation", { name: "Views" });
  await views.getByRole("link", { name: "Coverage" }).click();
  const notice = page.getByRole("alert");
  await notice.getByText("Ratebook may have been updated since this page was opened").waitFor();
  await views.getByRole("link", { name: "Look up" }).click();
  await page.locator("h2.price").waitFor();
  await views.getByRole("link", { name: "Coverage" }).click();
  await page.unroute("**/assets/coverage-view-*.js");
  await notice.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { level: 1, name: "Coverage" }).waitFor();
  expect(scripts.filter((name) => name !== "coverage-view" && name !== "index")).toEqual([]);
  expect(mistakes).toEqual([]);
  await close();
});

test("the page that tests look at is the one that is served: without files and lines of its source", () => {
  const assets = join(import.meta.dirname, "..", "..", "web", "dist", "assets");
  const scripts = readdirSync(assets).filter((name) => name.endsWith(".js"));
  expect(scripts.length).toBeGreaterThan(5);
  for (const name of scripts) expect(readFileSync(join(assets, name), "utf8"), name).not.toContain("/web/src/");
});
