import { setTimeout as wait } from "node:timers/promises";
import { afterAll, describe, expect, it, test } from "vitest";
import { addressOf, hostNameIn, isLoopbackName } from "../../../src/serve/operations/address.ts";
import { freePort } from "../../../src/serve/operations/port.ts";
import { FixtureHome } from "./support/fixture-home.ts";
import { statusOf } from "./support/fresh-connection.ts";

test.each([
  ["127.0.0.1", "http://127.0.0.1:8080"],
  ["rates.example", "http://rates.example:8080"],
  ["::1", "http://[::1]:8080"],
  ["0.0.0.0", "http://127.0.0.1:8080"],
  ["0", "http://127.0.0.1:8080"],
  ["::", "http://[::1]:8080"],
  ["0:0::0", "http://[::1]:8080"],
])("a server on %s is reached on %s", (host, address) => {
  expect(addressOf(host, 8080)).toBe(address);
});

describe("host name", () => {
  test.each([
    ["rates.example", "rates.example"],
    ["Rates.Example:8080", "rates.example"],
    ["10.0.0.7:80", "10.0.0.7"],
    ["[::1]:8080", "[::1]"],
    ["localhost:", "localhost"],
  ])("the name in %s is %s", (host, name) => expect(hostNameIn(host)).toBe(name));

  test.each(["", "a b", "user@localhost", "localhost:80:80", "::1", "localhost/", "localhost:123456"])(
    "there is none in %j",
    (host) => expect(hostNameIn(host)).toBeNull(),
  );
});

describe("loopback", () => {
  it.each([
    "localhost",
    "LocalHost",
    "ratebook.localhost",
    "127.0.0.1",
    "127.255.3.4",
    "::1",
    "[::1]",
    "::ffff:127.0.0.1",
  ])("%s means the machine itself", (name) => expect(isLoopbackName(name)).toBe(true));

  it.each([
    "",
    "0.0.0.0",
    "::",
    "10.0.0.1",
    "128.0.0.1",
    "127.0.0.1.example",
    "127.example",
    "notlocalhost",
    "localhost.example",
    "::2",
  ])("%j may mean another one", (name) => expect(isLoopbackName(name)).toBe(false));
});

describe("starting", () => {
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
});
