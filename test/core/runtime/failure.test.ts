import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { failure, failureFrom } from "../../../src/core/runtime/failure.ts";

test.each([
  ["the system", Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" })],
  ["SQLite", new Database.SqliteError("database or disk is full", "SQLITE_FULL")],
])("an error of %s is told with what it stands in the way of and what would help", (_whose, error) => {
  expect(failureFrom(error, "The log cannot be used", "Choose another.")).toMatchObject({
    name: "Failure",
    message: `The log cannot be used (${error.message}). Choose another.`,
  });
});

test.each([
  ["a mistake of ours", new TypeError("x is not a function")],
  ["a call that Node refuses", Object.assign(new TypeError("must be a string"), { code: "ERR_INVALID_ARG_TYPE" })],
  ["what was told already", failure("There is no such folder.")],
])("%s stays as it is", (_what, error) => {
  expect(failureFrom(error, "The log cannot be used", "Choose another.")).toBe(error);
});
