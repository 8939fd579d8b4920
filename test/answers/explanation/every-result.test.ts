import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { explanationPage } from "../../../src/answers/explanation/page.ts";
import type { ResultExplanation } from "../../../src/answers/explanation/schema.ts";
import { explanationText } from "../../../src/answers/explanation/text.ts";
import type { CareSetting } from "../../../src/registry/definition.ts";
import type { Release } from "../../../src/release/release.ts";
import { states } from "../../../src/states/index.ts";
import { casesIn, filesOf, type LookupCase, mostDifferentFirst, SETS } from "../../conformance/cases.ts";
import { type CompiledDataset, compiledDataset } from "../../support/compiled-dataset.ts";
import { type Explained, explained } from "./support/explained.ts";
import { plain, readPage } from "./support/page-text.ts";
import { forReaders, linesNamed, toldOfLookup, toldOfResult } from "./support/told.ts";

/** The most different cases of each lookup: reading a page costs more than making it. */
const CASES_MAX = 20;

const ALL_SETS = states.flatMap(({ code, lookups }) => SETS.map((set) => ({ code, set, lookups })));

describe.each(ALL_SETS)("$code, set $set: whatever the record says is told", ({ code, set, lookups }) => {
  const files = filesOf(code, set);
  let compiled: CompiledDataset;
  let release: Release;
  beforeAll(async () => {
    compiled = await compiledDataset(files.dataset);
    release = compiled.open();
  });
  afterAll(() => compiled.discard());

  async function someExplained(setting: CareSetting): Promise<readonly Explained[]> {
    const cases = mostDifferentFirst(casesIn<LookupCase>(files.lookups(setting))).slice(0, CASES_MAX);
    const all = await Promise.all(cases.map(({ request }) => explained(release, code, setting, request)));
    return all.filter((each) => each !== null);
  }

  describe.each(lookups)("$setting", ({ setting }) => {
    let explanations: readonly Explained[];
    beforeAll(async () => {
      explanations = await someExplained(setting);
    });

    // Page and text are made of the same record: each is looked at for every second of the cases.
    it("by the page, each result in an article of its own", () => {
      let priced = 0;
      let unpriced = 0;
      for (const { explanation, asked } of explanations.filter((_, place) => place % 2 === 0)) {
        const page = explanationPage(explanation, asked, []);
        const form = forReaders(asked);
        expectTold(toldOfLookup(explanation, form), readPage(page).text);
        const articles = page.split("<article").slice(1);
        expect(articles).toHaveLength(explanation.explanations.length);
        for (const [place, result] of explanation.explanations.entries()) {
          const { text } = readPage(`<article${articles[place]}`);
          expectTold(toldOfResult(result, form), text);
          expectLines(result, text);
          if (result.no_rate === null) priced += 1;
          else unpriced += 1;
        }
      }
      expect(priced).toBeGreaterThan(0);
      expect(unpriced).toBeGreaterThan(0);
    });

    it("by the text, in lines of 100 columns at most", () => {
      for (const { explanation, asked } of explanations.filter((_, place) => place % 2 === 1)) {
        const text = explanationText(explanation, asked);
        const notices = plain(text);
        expectTold(toldOfLookup(explanation), notices);
        for (const result of explanation.explanations) {
          expectTold(toldOfResult(result), notices);
          expectLines(result, notices);
        }
        const lines = (text.split("How to repeat it")[0] as string).split("\n");
        expect(lines.filter((line) => line.length > 100)).toEqual([]);
      }
    });
  });
});

/** The command to repeat a lookup with quotes values and breaks its line, which is no part of what is told. */
function expectTold(notices: readonly string[], text: string): void {
  const unquoted = withoutQuotes(text);
  expect(notices.filter((each) => !unquoted.includes(withoutQuotes(plain(each))))).toEqual([]);
}

function withoutQuotes(text: string): string {
  return text.replaceAll(/ \\|['\\]/g, "");
}

function expectLines({ rows }: ResultExplanation, text: string): void {
  const named = linesNamed(text);
  expect(rows.filter(({ line }) => !named.has(line))).toEqual([]);
}
