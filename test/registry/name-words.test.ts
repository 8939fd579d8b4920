import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { foldName } from "../../src/core/text/folding.ts";
import { runs } from "../support/property-runs.ts";
import { type Registry, registryOf } from "./test-registry.ts";

function named(...names: readonly string[]): Registry {
  return registryOf(names.map((name) => ({ name })));
}

async function found({ directory }: Registry, typed: string, limit = 100) {
  const { rows, ...counts } = await directory.searchWords(foldName(typed), limit);
  return { ...counts, names: rows.map(({ name }) => name) };
}

describe("words of a name", () => {
  const registry = named("Golden Poppy Medical Center", "Poppyfield Golden Age Home", "Golden Gate", "Poppy Golden");

  test("are found in any order, those as typed first", async () => {
    expect(await found(registry, "poppy golden")).toEqual({
      total: 3,
      asTyped: 1,
      names: ["Poppy Golden", "Golden Poppy Medical Center", "Poppyfield Golden Age Home"],
      spellings: [],
    });
    expect((await found(registry, "center gold")).names).toEqual(["Golden Poppy Medical Center"]);
  });

  test("are cut at the limit, and counted beyond it", async () => {
    expect(await found(registry, "poppy golden", 2)).toMatchObject({
      total: 3,
      names: ["Poppy Golden", "Golden Poppy Medical Center"],
    });
  });

  test("of one word match as a search for a part of a name does", async () => {
    expect(await found(registry, "oppy")).toMatchObject({ total: 3, asTyped: 3 });
  });

  test("beyond eight match as typed alone", async () => {
    const long = "one two three four five six seven eight nine";
    const names = named(long, long.split(" ").toReversed().join(" "));
    expect(await found(names, long)).toMatchObject({ total: 1, names: [long] });
  });

  test("of random names are all there, and as typed where a substring test says so", async () => {
    const name = fc.string({ unit: fc.constantFrom("A", "B", "C", " "), maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(fc.array(name, { maxLength: 30 }), fc.array(name, { maxLength: 8 }), async (names, texts) => {
        // Building its index takes longer than many searches of a registry.
        const registry = named(...names);
        const folded = names.map(foldName);
        for (const typed of texts) {
          const text = foldName(typed);
          if (text === "") continue;
          const hasAll = (each: string) =>
            each.includes(text) || text.split(" ").every((word) => ` ${each}`.includes(` ${word}`));
          const { total, asTyped, names: first } = await found(registry, typed);
          expect(total).toBe(folded.filter(hasAll).length);
          expect(asTyped).toBe(folded.filter((each) => each.includes(text)).length);
          expect(first.every((each) => hasAll(foldName(each)))).toBe(true);
        }
      }),
      runs(20),
    );
  });
});

describe("a word with a typing error", () => {
  const registry = named("Quillfeather Practice", "Quillfeather Clinic", "Golden Poppy", "Mercy One", "Marcy Two");
  const spelled = async (typed: string) => (await found(registry, typed)).spellings;

  test.each([
    ["a letter too few", "quilfeather"],
    ["a letter too many", "quillfeaather"],
    ["a wrong letter", "quillfeatner"],
    ["two letters that changed places", "quillfaether"],
    ["a wrong first letter", "wuillfeather"],
    ["the beginning of a word", "quilfeat"],
  ])("is spelled as names are: %s", async (_, typed) => {
    expect(await spelled(typed)).toEqual([{ text: "QUILLFEATHER", total: 2 }]);
  });

  test("is corrected beside words that are right, and two of them together", async () => {
    expect(await spelled("clinic quilfeather")).toEqual([{ text: "CLINIC QUILLFEATHER", total: 1 }]);
    expect(await spelled("goldne popyp")).toEqual([{ text: "GOLDEN POPPY", total: 1 }]);
  });

  test("has the spelling first that most names have, with the other words", async () => {
    const several = named("Mercy One", "Mercy Two", "Mercy Home", "Mency Home", "Mency Home Care");
    expect((await found(several, "mexcy home")).spellings).toEqual([
      { text: "MENCY HOME", total: 2 },
      { text: "MERCY HOME", total: 1 },
    ]);
  });

  test("is corrected where each word is known and no name has them all", async () => {
    expect(await spelled("marcy one")).toEqual([{ text: "MERCY ONE", total: 1 }]);
  });

  test("is not guessed from a few letters, nor from two errors, nor where something was found", async () => {
    expect(await spelled("gld")).toEqual([]);
    expect(await spelled("qilfeather")).toEqual([]);
    expect(await spelled("mercy")).toEqual([]);
  });
});
