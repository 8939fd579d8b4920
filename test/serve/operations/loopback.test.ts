import { expect, it } from "vitest";
import { isLoopbackName } from "../../../src/serve/operations/address.ts";

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
