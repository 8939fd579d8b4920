import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findingsIn, LINE_CHARACTERS_MAX, UNUSED_WORDS, WORDS_MAX } from "./support/plain-english.ts";

/* Pages are written for readers who are busy and whose first language may not be English. The changelog is history and is left as it was. */

const ROOT = join(import.meta.dirname, "../..");

const PAGES = globSync(
  [
    "docs/**/*.md",
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "client/README.md",
    "examples/README.md",
    "src/**/README.md",
  ],
  { cwd: ROOT },
)
  .map((path) => path.replaceAll("\\", "/"))
  .toSorted();

const words = (count: number) => `${Array.from({ length: count }, () => "it").join(" ")}.`;

describe("a sentence", () => {
  it(`has at most ${WORDS_MAX} words`, () => {
    expect(findingsIn(words(WORDS_MAX), "page.md")).toEqual([]);
    const long = words(WORDS_MAX + 1);
    expect(findingsIn(long, "page.md")).toEqual([`page.md:1: a sentence of 26 words, at most 25: ${long}`]);
  });

  it("is named with the line that it starts on", () => {
    const page = `# Title\n\n- An item.\n- Another item.\n  A short sentence\n  of two lines. ${words(26).replace("i", "I")}`;
    expect(findingsIn(page, "page.md")).toEqual([expect.stringMatching(/^page\.md:6: a sentence of 26 words.*It it/)]);
  });

  it.each([
    ["a code span is one word", `${words(24).slice(0, -1)} \`ratebook import ca/medi-cal-rates rates.zip\`.`],
    ["a link is its text", `${words(24).slice(0, -1)} [here](docs/a-page.md "with a long title").`],
    ["a colon ends it", `${words(15).slice(0, -1)}: ${words(15)}`],
    ["an item ends it", `- ${words(20).slice(0, -1)}\n- ${words(20)}`],
    ["a table has none", `| ${words(30)} |\n|---|`],
    ["a heading has none", `## ${words(30)}`],
    ["a block of code has none", `\`\`\`sh\n${words(60)}\n\`\`\`\n\n    ${words(60)}`],
  ])("%s", (_, page) => {
    expect(findingsIn(page, "page.md")).toEqual([]);
  });
});

describe("a line of prose", () => {
  const line = (length: number) => `${"a".repeat(length - 1)}.`;

  it(`has at most ${LINE_CHARACTERS_MAX} characters`, () => {
    expect(findingsIn(line(LINE_CHARACTERS_MAX), "page.md")).toEqual([]);
    expect(findingsIn(`Short.\n${line(LINE_CHARACTERS_MAX + 1)}`, "page.md")).toEqual([
      expect.stringMatching(/^page\.md:2: a line of 121 characters, at most 120: a+\.$/),
    ]);
  });

  it("does not count the addresses of its links", () => {
    expect(findingsIn(`See [the page](${line(200)}).`, "page.md")).toEqual([]);
  });
});

describe("a word that we do not use", () => {
  it.each([
    ["Nobody waits.", "no one, no client, no test", "Nobody"],
    ["The row that is\nin force.", "effective", "in force"],
    ["| Whoever asked |", "the caller, the client, the operator, you", "Whoever"],
    ["## Mended", "fix", "Mended"],
  ])("is noticed: %s", (page, instead, used) => {
    expect(findingsIn(page, "page.md")).toEqual([
      expect.stringContaining(`page.md:1: write "${instead}" instead of "${used}": `),
    ]);
  });

  it.each(["Run `nobody`.", "```\nnobody\n```", "Recommended amendments."])("is not seen in %j", (page) => {
    expect(findingsIn(page, "page.md")).toEqual([]);
  });

  it("is in the list once", () => {
    const sources = UNUSED_WORDS.map(([word]) => word.source);
    expect(sources).toEqual([...new Set(sources)]);
  });
});

it("finds the pages of every reader", () => {
  expect(PAGES).toEqual(
    expect.arrayContaining(["README.md", "docs/api.md", "docs/methodology/ca.md", "src/states/ca/README.md"]),
  );
});

it.each(PAGES)("%s is plain English", (page) => {
  expect(findingsIn(readFileSync(join(ROOT, page), "utf8"), page)).toEqual([]);
});
