import { expect, test } from "vitest";
import { hostNameIn } from "../../../src/serve/operations/address.ts";

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
