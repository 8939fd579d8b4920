import { expect, test } from "vitest";
import { addressOf, isEveryAddress } from "../../../src/serve/operations/address.ts";

test.each([
  ["127.0.0.1", "http://127.0.0.1:8080", false],
  ["rates.example", "http://rates.example:8080", false],
  ["::1", "http://[::1]:8080", false],
  ["0.0.0.0", "http://127.0.0.1:8080", true],
  ["0", "http://127.0.0.1:8080", true],
  ["::", "http://[::1]:8080", true],
  ["0:0::0", "http://[::1]:8080", true],
])("a server on %s is reached on %s", (host, address, isEvery) => {
  expect(addressOf(host, 8080)).toBe(address);
  expect(isEveryAddress(host)).toBe(isEvery);
});
