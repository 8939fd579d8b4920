import { setTimeout as wait } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { freePort } from "../../../src/serve/operations/port.ts";
import { FixtureHome } from "./support/fixture-home.ts";
import { statusOf } from "./support/fresh-connection.ts";

const fixture = new FixtureHome();
afterAll(() => fixture.remove());

test("of several workers none refuses a request once /readyz was 200, though one of them is late", async () => {
  const port = await freePort("127.0.0.1", 0);
  const server = fixture.launch(2, { RATEBOOK_PORT: String(port), LATE_ADOPTION_MILLISECONDS: "400" });
  while ((await statusOf(port, "/readyz")) !== 200) await wait(2);
  const statuses = new Set<number | string>();
  // Until some time after both answer.
  for (let after = 0; after < 40; after += server.events("listening").length) {
    statuses.add(await statusOf(port, "/readyz"));
    statuses.add(await statusOf(port, "/release"));
  }
  expect([...statuses]).toEqual([200]);
});
