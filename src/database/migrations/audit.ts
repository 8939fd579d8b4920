import type { Migration } from "../migration.ts";

/** What was done to what nodes share: the lines of an audit log (`docs/operations.md`), each chained to the one before. */
export const audit: Migration = {
  name: "audit",
  statements: `
    CREATE TABLE ratebook.audit (
      sequence bigint PRIMARY KEY,
      line text NOT NULL
    );
  `,
};
