import { describe, expect, test } from "vitest";
import { Refusal } from "../../../src/core/text/refusal.ts";
import { Database } from "../../../src/nodes/database/database.ts";
import { readDatabaseUrl, shownUrl } from "../../../src/nodes/database/database-url.ts";

describe("an address that is understood", () => {
  test.each([
    ["postgres://db.example/rates", "postgres://db.example/rates"],
    ["postgresql://me@db.example:5433/rates", "postgres://db.example:5433/rates"],
    ["postgres://me:s%2Fe%3Fc%23r%40e%25t@db.example/rates", "postgres://db.example/rates"],
    [
      "postgres://me:secret@db1.example:5432,db2.example:5433/rates",
      "postgres://db1.example:5432,db2.example:5433/rates",
    ],
    ["postgres://me:secret@db.example/rates?sslmode=require&password=secret", "postgres://db.example/rates"],
    ["postgres://me:secret@db.example?sslmode=require", "postgres://db.example/"],
    ["postgres:///rates", "postgres:///rates"],
  ])("%s", async (url, shown) => {
    expect(readDatabaseUrl(url)).toBe(url);
    expect(shownUrl(url)).toBe(shown);
    // The driver reads it as well.
    await new Database(url).close();
  });

  test("white space around it is none of it", () => {
    expect(readDatabaseUrl(" postgres://me:secret@db.example/rates\n")).toBe("postgres://me:secret@db.example/rates");
  });
});

describe("an address that is refused, and never shown", () => {
  test.each([
    "postgres://me:12/secret@db.example/rates",
    "postgres://me:secret/secret@db.example/rates",
    "postgres://me:12?secret@db.example/rates",
    "postgres://me:12#secret@db.example/rates",
    "postgres://me:secret#secret@db.example/rates",
    "postgres://me:secret@secret@db.example/rates",
    "postgres://me:secret%@db.example/rates",
    "postgres://me:secret%zz@db.example/rates",
    "postgres://me:secret%E4@db.example/rates",
    "postgres://me:secret secret@db.example/rates",
    "postgres://me:secret@db.example:port/rates",
    "postgres://me:secret@db1.example,db2.example:port/rates",
    "postgres://me:secret@/rates",
    "postgres://db.example/rates?password=secret@secret",
  ])("%s", (url) => {
    const refused = readDatabaseUrl(url);
    expect(refused).toBeInstanceOf(Refusal);
    expect((refused as Refusal).expected).toContain("percent-encode these characters in the password");
    expect(shownUrl(url)).toBe("postgres://...");
  });

  test.each(["", "mysql://me:secret@db/rates", "postgresq://me:secret@db/rates", "db.example/rates"])("%s", (url) => {
    expect(readDatabaseUrl(url)).toEqual(
      new Refusal("an address such as postgres://ratebook@db.example:5432/ratebook"),
    );
    expect(shownUrl(url)).toBe("postgres://...");
  });

  test("one that is longer than any address", () => {
    const of = (length: number) => "postgres://db/".padEnd(length, "x");
    expect(readDatabaseUrl(of(4_096))).toBe(of(4_096));
    expect(readDatabaseUrl(of(4_097))).toMatchObject({ expected: expect.stringContaining("4096 characters at most") });
  });
});
