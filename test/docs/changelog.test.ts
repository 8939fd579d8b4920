import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { unreleasedEntries } from "../../scripts/release/changelog.ts";

/* The changelog keeps its own rule at every commit, not only on the day of a release. */

const ROOT = join(import.meta.dirname, "../..");
const CHANGELOG = readFileSync(join(ROOT, "CHANGELOG.md"), "utf8");

it("has its entries in order, and every changed answer with its section", () => {
  expect(() => unreleasedEntries(CHANGELOG)).not.toThrow();
});

it("names pages that are there, by links, by paths and by the sections of changed answers", () => {
  const paths = [...CHANGELOG.matchAll(/\]\((?!https?:)([^)#]+)|\((docs\/[\w-]+\.md)\)/g)].map(
    ([, linked, named]) => linked ?? named ?? "",
  );
  const cited = [...CHANGELOG.matchAll(/\(([a-z]{2}) \d/g)].map(([, code]) => `docs/methodology/${code}.md`);
  expect(paths.length).toBeGreaterThan(0);
  expect([...paths, ...cited].filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

it("cites sections that the pages of states have", () => {
  const cited = [...CHANGELOG.matchAll(/\(([a-z]{2}) (\d[\d., ]*)\)/g)].flatMap(([, code, numbers]) =>
    (numbers ?? "").split(", ").map((number) => ({ code, number })),
  );
  const isMissing = ({ code, number }: { code: string | undefined; number: string }) => {
    const page = readFileSync(join(ROOT, "docs/methodology", `${code}.md`), "utf8");
    return !new RegExp(`^#{2,4} ${number.replaceAll(".", "\\.")}[. ]`, "m").test(page);
  };
  expect(cited.filter(isMissing)).toEqual([]);
});
