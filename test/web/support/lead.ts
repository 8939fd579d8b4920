import type { Page } from "playwright-core";

/** Leads an open page to another of its addresses, as going back does: opening it anew takes three times as long. */
export async function lead(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
}
