import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { configurationFrom, serverSettings } from "../../../src/serve/operations/configuration.ts";

const RELEASE = { RATEBOOK_RELEASE: "rates.db" };

test("everything has a default: the release is the active one of the catalogue", () => {
  expect(configurationFrom(serverSettings, RELEASE)).toEqual({
    release: resolve("rates.db"),
    database: null,
    home: join(homedir(), ".ratebook"),
    host: "127.0.0.1",
    port: 8080,
    workers: 1,
    rate: 600_000,
    timeZone: null,
    logLevel: "info",
    metricsPort: null,
    allowedHost: [],
    staleAfter: 18,
    drain: 5,
    mcp: false,
  });
  expect(configurationFrom(serverSettings, {}).release).toBeNull();
});

test("an empty variable counts as not set", () => {
  expect(configurationFrom(serverSettings, { ...RELEASE, RATEBOOK_PORT: "" }).port).toBe(8080);
});

test.each([
  ["RATEBOOK_PORT", "9090", "port", 9090],
  ["RATEBOOK_PORT", "0", "port", 0],
  ["RATEBOOK_WORKERS", "4", "workers", 4],
  ["RATEBOOK_DRAIN", "0", "drain", 0],
  ["RATEBOOK_DRAIN", "300", "drain", 300],
  ["RATEBOOK_RATE", "6000", "rate", 6_000],
  ["RATEBOOK_RATE", "off", "rate", 0],
  ["RATEBOOK_RATE", "0", "rate", 0],
  ["RATEBOOK_TIME_ZONE", "america/los_angeles", "timeZone", "America/Los_Angeles"],
  ["RATEBOOK_LOG_LEVEL", "off", "logLevel", "off"],
  ["RATEBOOK_METRICS_PORT", "9100", "metricsPort", 9100],
  ["RATEBOOK_STALE_AFTER", "6m", "staleAfter", 6],
  ["RATEBOOK_STALE_AFTER", "2y", "staleAfter", 24],
  ["RATEBOOK_STALE_AFTER", "off", "staleAfter", 0],
  ["RATEBOOK_ALLOWED_HOST", "rates.example", "allowedHost", ["rates.example"]],
  [
    "RATEBOOK_ALLOWED_HOST",
    "rates.example, 10.0.0.7,[fd00::7]",
    "allowedHost",
    ["rates.example", "10.0.0.7", "[fd00::7]"],
  ],
  ["RATEBOOK_HOST", "::", "host", "::"],
  ["RATEBOOK_HOST", " localhost ", "host", "localhost"],
])("%s=%s is understood", (variable, text, name, value) => {
  expect(configurationFrom(serverSettings, { ...RELEASE, [variable]: text })).toMatchObject({ [name]: value });
});

test.each([
  ["RATEBOOK_PORT", "65536", "a whole number from 0 to 65535"],
  ["RATEBOOK_PORT", "80a", "a whole number from 0 to 65535"],
  ["RATEBOOK_PORT", "-1", "a whole number from 0 to 65535"],
  ...["RATEBOOK_PORT", "RATEBOOK_METRICS_PORT"].map((variable) => [
    variable,
    "tcp://10.96.0.7:80",
    "a whole number from 0 to 65535. Kubernetes sets such a value for a Service of that name: set enableServiceLinks: false in the pod, or rename the Service",
  ]),
  ["RATEBOOK_WORKERS", "0", "a whole number from 1 to 64"],
  ["RATEBOOK_DRAIN", "301", "a whole number from 0 to 300"],
  ["RATEBOOK_DRAIN", "5s", "a whole number from 0 to 300"],
  ["RATEBOOK_RATE", "fast", "lookups per minute such as 6000, or off for no limit"],
  ["RATEBOOK_TIME_ZONE", "Mars/Base", "the name of a time zone such as America/Los_Angeles or UTC"],
  ...["18", "0m", "101y", "1.5y", "m"].map((text) => [
    "RATEBOOK_STALE_AFTER",
    text,
    "months such as 18m, years such as 2y (up to 1200m), or off",
  ]),
  ["RATEBOOK_LOG_LEVEL", "loud", "one of debug, info, warn, error, off"],
  ...["rates.example:8080", "http://rates.example", "a,,b", "a b", "*"].map((text) => [
    "RATEBOOK_ALLOWED_HOST",
    text,
    "names or addresses without ports, such as rates.example,10.0.0.7,[fd00::7]",
  ]),
  ...["  ", "not a host", "[::1]", "127.0.0.1:8080", "http://localhost"].map((text) => [
    "RATEBOOK_HOST",
    text,
    "an address or a host name such as 127.0.0.1, without a port",
  ]),
])("%s=%s is refused by its name, with what is expected", (variable, text, expected) => {
  const read = () => configurationFrom(serverSettings, { ...RELEASE, [variable]: text });
  expect(read).toThrow(`${variable} ${JSON.stringify(text)} is not valid: expected ${expected}.`);
});

test("a value that may hold a password is never quoted", () => {
  const read = (url: string) => configurationFrom(serverSettings, { RATEBOOK_DATABASE_URL: url }).database;
  expect(read(" postgres://me:secret@db/rates\n")).toBe("postgres://me:secret@db/rates");
  expect(() => read("postgresq://me:secret@db/rates")).toThrow(
    /^RATEBOOK_DATABASE_URL is not valid; it is not shown, as it may hold a password\. Expected an address [^@]*ratebook@db/,
  );
  expect(() => read("postgres://me:secret/@db/rates")).toThrow(/^(?!.*secret).*percent-encode/);
});
