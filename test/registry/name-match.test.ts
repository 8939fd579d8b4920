import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { foldName } from "../../src/core/text/folding.ts";
import { dividedStarts, startOf } from "../../src/registry/names/index-builder.ts";
import { VocabularyBuilder } from "../../src/registry/names/vocabulary.ts";
import { Ranks } from "../../src/registry/ranking.ts";
import { runs } from "../support/property-runs.ts";
import { type Registry, registryOf } from "./test-registry.ts";

function named(...names: readonly string[]): Registry {
  return registryOf(names.map((name) => ({ name })));
}

async function matches({ directory }: Registry, sought: string): Promise<string[]> {
  const query = { identifiers: {}, name: foldName(sought), filters: {} };
  const { total, rows } = await directory.search(query, directory.rowCount);
  expect(rows).toHaveLength(total);
  return rows.map(({ name }) => name);
}

/** Names are folded once, and looked at for every text. */
async function expectNaiveMatches(registry: Registry, texts: Iterable<string>): Promise<void> {
  const names = registry.rows.map(({ name }) => ({ name, folded: foldName(name) }));
  for (const text of texts) {
    const expected = names.filter(({ folded }) => text !== "" && folded.includes(text)).map(({ name }) => name);
    expect(await matches(registry, text)).toEqual(expected);
  }
}

describe("a name is found", () => {
  const registry = named("Smith, John", "Blacksmith & Sons", "O'Neill-Smith", "Peña Clinic", "¡!", "A B C", "3M 24/7");

  test("by any part of it, without regard to case, accents and punctuation", async () => {
    expect(await matches(registry, "smith")).toEqual(["Blacksmith & Sons", "O'Neill-Smith", "Smith, John"]);
    expect(await matches(registry, "PENA")).toEqual(["Peña Clinic"]);
    expect(await matches(registry, "m")).toEqual(["3M 24/7", "Blacksmith & Sons", "O'Neill-Smith", "Smith, John"]);
    expect(await matches(registry, "24 7")).toEqual(["3M 24/7"]);
  });

  test("across words only where they follow each other", async () => {
    expect(await matches(registry, "th j")).toEqual(["Smith, John"]);
    expect(await matches(registry, "neill smith")).toEqual(["O'Neill-Smith"]);
    expect(await matches(registry, "o smith")).toEqual([]);
    expect(await matches(registry, "A B C")).toEqual(["A B C"]);
    expect(await matches(registry, "A C")).toEqual(["Peña Clinic"]);
    expect(await matches(registry, "B C")).toEqual(["A B C"]);
  });

  test("by the very words that stand between the first and the last", async () => {
    const others = Array.from({ length: 8 }, (_, index) => `Jose ${index}`);
    // What is rare about the phrase, its first and last word and what borders on them, all of these names have.
    const hospitals = named("San Jose Medical", "San June Medical", "San Josephine Medical", ...others);
    expect(await matches(hospitals, "san jose med")).toEqual(["San Jose Medical"]);
  });

  test("also where a word after the phrase was rejected in another name", async () => {
    const clinics = named("Alpha Gamma Beta", "Beta Alpha Beta Gamma");
    expect(await matches(clinics, "alpha beta")).toEqual(["Beta Alpha Beta Gamma"]);
  });

  test("not at all when nothing of the kind is there", async () => {
    expect(await matches(registry, "qqq")).toEqual([]);
    expect(await matches(registry, "smithy")).toEqual([]);
    expect(await matches(registry, "smith smith smith")).toEqual([]);
  });

  test("not by a text without a letter or digit", async () => {
    expect(await matches(registry, "李四")).toEqual([]);
    expect(registry.directory.find({ npi: registry.rows[0]?.npi ?? "" }, "")).toEqual([]);
  });
});

test("a registry without rows finds nobody", async () => {
  expect(await matches(named(), "A")).toEqual([]);
  expect(await matches(named(), "A B")).toEqual([]);
  expect(await matches(named(), "")).toEqual([]);
});

test("a rare name is found once, however many of its words match", async () => {
  const others = Array.from({ length: 1_200 }, (_, index) => `Office ${index}`);
  const registry = named("Zebra Zebrafish", "Zebra Clinic", "Zebrano Zebra Zebroid", ...others);
  expect(await matches(registry, "zebr")).toEqual(["Zebra Clinic", "Zebra Zebrafish", "Zebrano Zebra Zebroid"]);
  expect(await matches(registry, "zebrafish")).toEqual(["Zebra Zebrafish"]);
  expect(await matches(named("Zebra Zebrafish", ...others), "zebr")).toEqual(["Zebra Zebrafish"]);
});

test("random names and texts match exactly as a substring test says", async () => {
  const letter = fc.constantFrom("A", "B", "C", "a", "é", "ß", "1", "2", " ", "-", "'", "漢", "ﬁ");
  const name = fc.string({ unit: letter, maxLength: 14 });
  const sought = fc.string({ unit: fc.constantFrom("A", "B", "C", "E", "S", "1", "F", "I", " "), maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(fc.array(name, { maxLength: 60 }), fc.array(sought, { maxLength: 30 }), async (names, texts) => {
      await expectNaiveMatches(named(...names), texts.map(foldName));
    }),
    runs(25),
  );
});

test("every part of every name of a larger registry is found", async () => {
  const words = ["SAN", "JOSE", "MEDICAL", "CENTER", "A", "OF", "ANNA", "NNA", "1ST", "X"];
  const names = Array.from({ length: 300 }, (_, index) =>
    [words[index % 10], words[(index * 7 + 3) % 10], words[(index * 3 + 1) % 9], index % 4 === 0 ? String(index) : ""]
      .join(" ")
      .trim(),
  );
  const registry = named(...names);
  const texts = new Set<string>();
  for (const name of names.slice(0, 40)) {
    for (let from = 0; from < name.length; from += 1) {
      for (const length of [1, 2, 3, 4, 8]) texts.add(foldName(name.slice(from, from + length)));
    }
  }
  await expectNaiveMatches(registry, texts);
});

test("names of more than 255 words are found by any of them", async () => {
  const long = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${prefix}${index}`).join(" ");
  const registry = named("A SHORT", long("L", 300), "M SHORT", long("N", 70_000), "Z SHORT ONE");
  await expectNaiveMatches(registry, [
    "L299",
    "L298 L299",
    "N69999",
    "N254 N255 N256",
    "N69998 N6999",
    "L0 L1",
    "SHORT O",
    "M S",
    "T M",
  ]);
});

test("a vocabulary takes two bytes per word up to 65,536 words, and four beyond; phrases are found in both", async () => {
  for (const [wordCount, bytesPerWord] of [
    [65_536, 2],
    [65_537, 4],
  ] as const) {
    const names = Array.from({ length: Math.ceil(wordCount / 4) }, (_, index) => {
      const words = [4 * index, 4 * index + 1, 4 * index + 2, 4 * index + 3];
      return words.map((word) => `W${Math.min(word, wordCount - 1)}`).join(" ");
    });
    const registry = named(...names);
    expect(registry.store.indexBytes("name_row_words")).toBe(4 * names.length * bytesPerWord);
    await expectNaiveMatches(registry, [
      "W0 W1",
      "W32768 W32769 W32770",
      "65534 W65535",
      "W65535",
      "W65536 W",
      "W65536",
    ]);
  }
});

describe("seventy thousand names, more than two bytes can number", () => {
  const FIRST = ["MARIA", "JOHN", "ANA", "WEI", "OMAR", "LENA", "IVAN", "RUTH"];
  const LAST = ["SMITH", "GARCIA", "NGUYEN", "KIM", "JONES", "SANTOS", "OKAFOR"];
  const names = Array.from(
    { length: 70_000 },
    (_, index) => `${LAST[index % 7]} ${FIRST[(index >> 3) % 8]} ${index % 5 === 0 ? "MEDICAL GROUP" : index % 9_973}`,
  );
  const npiOf = (index: number) => String(1_000_000_000 + index);
  const registry = registryOf(names.map((name, index) => ({ name, npi: npiOf(index) })));

  test("are matched exactly by fragments that are common, rare, within words and across them", async () => {
    await expectNaiveMatches(registry, [
      "A",
      "7",
      "AN",
      "ITH",
      "H J",
      "123",
      "SMITH",
      "SMITH M",
      "A 99",
      "KIM WEI MED",
      "Q",
    ]);
  });

  test("have each their own identifier, which finds no other row", () => {
    const found = (index: number) => registry.directory.find({ npi: npiOf(index) }, null);
    for (let index = 0; index < names.length; index += 70)
      expect(found(index).map(({ name, npi }) => [name, npi])).toEqual([[names[index], npiOf(index)]]);
    for (let index = names.length; index < 80_000; index += 10) expect(found(index)).toEqual([]);
  });

  test("have sets compiled for common fragments only", () => {
    expect(registry.store.commonFragmentCount).toBeGreaterThan(20);
    expect(registry.store.commonFragmentCount).toBeLessThan(400);
  });
});

describe("row starts", () => {
  function startsOf(wordCounts: readonly number[]): Uint32Array {
    const starts = new Uint32Array(wordCounts.length + 1);
    for (const [row, count] of wordCounts.entries()) starts[row + 1] = (starts[row] as number) + count;
    return starts;
  }

  /** The bytes of a distance, after every start was found again. */
  function widthFor(wordCounts: readonly number[]): number {
    const starts = startsOf(wordCounts);
    const divided = dividedStarts(starts);
    for (const [row, start] of starts.entries()) expect(startOf(divided, row)).toBe(start);
    return divided.distances.BYTES_PER_ELEMENT;
  }

  test("every start of random names is found again", () => {
    const wordCount = fc.oneof(
      { weight: 20, arbitrary: fc.nat({ max: 9 }) },
      { weight: 1, arbitrary: fc.nat({ max: 300 }) },
    );
    fc.assert(
      fc.property(fc.array(wordCount, { maxLength: 100 }), (wordCounts) => widthFor(wordCounts) > 0),
      runs(),
    );
  });

  test("a byte per row will do while no row starts more than 255 words behind its group", () => {
    expect(widthFor(Array.from({ length: 64 }, () => 17))).toBe(1);
    expect(widthFor([255, 0])).toBe(1);
    expect(widthFor([256, 0])).toBe(2);
    expect(widthFor([...Array.from({ length: 15 }, () => 1), 100_000, 1])).toBe(1);
  });

  test("names of very many words widen all distances", () => {
    expect(widthFor([1, 65_534])).toBe(2);
    expect(widthFor([1, 65_535])).toBe(4);
    expect(widthFor([0, 70_000, 1, 300, 2])).toBe(4);
  });

  test("no rows and rows without words are nothing special", () => {
    expect(widthFor([])).toBe(1);
    expect(widthFor([0])).toBe(1);
    expect(widthFor(Array.from({ length: 33 }, () => 0))).toBe(1);
  });
});

describe("vocabulary", () => {
  /** The words of each name, as the vocabulary numbers and spells them. */
  function wordsOf(names: readonly string[]): string[][] {
    const builder = new VocabularyBuilder();
    for (const name of names) builder.add(name);
    const { text, starts } = builder.vocabulary();
    const spelt = (word: number) => Buffer.from(text.subarray((starts[word] ?? 0) + 1, starts[word + 1])).toString();
    const order = Uint32Array.from(names, (_, index) => index);
    const rows = builder.rowWords(new Ranks(order));
    return names.map((_, row) => Array.from(rows.items.subarray(rows.starts[row], rows.starts[row + 1]), spelt));
  }

  test("a word has one number wherever it appears", () => {
    const builder = new VocabularyBuilder();
    for (const name of ["Smith, John", "JOHN SMITH", "Smithson"]) builder.add(name);
    expect(builder.vocabulary().wordCount).toBe(3);
    expect(Buffer.from(builder.vocabulary().text).toString()).toBe(" SMITH JOHN SMITHSON ");
  });

  test("names have the words that folding gives them, in ASCII and beyond", () => {
    const name = fc.oneof(fc.string({ unit: "binary-ascii", maxLength: 20 }), fc.string({ unit: "grapheme" }));
    fc.assert(
      fc.property(fc.array(name, { maxLength: 20 }), (names) => {
        expect(wordsOf(names)).toEqual(
          names.map((each) =>
            foldName(each)
              .split(" ")
              .filter((word) => word !== ""),
          ),
        );
      }),
      runs(100),
    );
  });

  test("many words, and long ones, keep their spelling", () => {
    const names = Array.from({ length: 3_000 }, (_, index) => `W${index} ${"X".repeat(index % 700)}`);
    expect(wordsOf(names)).toEqual(names.map((each) => foldName(each).split(" ")));
  });
});
