import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { states } from "../../src/states/index.ts";

/*
 * The README in a state's folder says where things are. What it names in backticks must be there: files from the state's
 * folder or the repository, its tables and publications, failures and fields of its page; and the sections that it cites
 * as the code does, `ca 4.3 step 2`. What pays must be named: every file of a setting that computes a step.
 */

const ROOT = join(import.meta.dirname, "../..");

const folderOf = (code: string) => join(ROOT, "src/states", code);
const readmeOf = (code: string) => join(folderOf(code), "README.md");
const textOf = (path: string) => readFileSync(path, "utf8");
const pageOf = (code: string) => textOf(join(ROOT, "docs/methodology", `${code}.md`));

/** The texts in backticks, each once. */
function namesIn(readme: string): readonly string[] {
  return [...new Set([...readme.matchAll(/`([^`\n]+)`/g)].map(([, name]) => name as string))];
}

/** The sections of a page by their numbers; the text of one reaches to the next heading. */
function sectionsOf(page: string): ReadonlyMap<string, string> {
  const parts = page.split(/^#{2,4} (?=[0-9])/m).slice(1);
  return new Map(parts.map((part) => [/^[0-9]+(?:\.[0-9]+)*/.exec(part)?.[0] ?? "", part]));
}

/** Whether a section has a step: an item of a list, or the first cell of a row. */
function hasStep(section: string, step: string): boolean {
  return new RegExp(`(?:^|\\s)${step}\\. |^\\| ${step} `, "m").test(section);
}

/** Files with an extension, and folders with a slash at their end. */
const isPath = (name: string) => /^[\w.-]+(?:\/[\w.-]+)*(?:\.(?:ts|json|md|mjs)|\/)$/.test(name);

function filesOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
}

/** What the sheet computes, rounds and records. */
const COMPUTES_A_STEP = /\bsheet\s*\.(?:dollars|factor|fixedFactor|count|published)\(/;

describe.each(states)("the README of $name", (state) => {
  const { code } = state;
  const readme = textOf(readmeOf(code));
  const names = namesIn(readme);
  const own = state.tables.filter(({ folder }) => folder === code).map(({ name }) => name);

  it("names files that exist", () => {
    const paths = [...names.filter(isPath), ...[...readme.matchAll(/\]\(([^)#:]+)\)/g)].map(([, to]) => to as string)];
    const isThere = (path: string) => [folderOf(code), ROOT].some((base) => existsSync(join(base, path)));
    expect(paths).not.toEqual([]);
    expect(paths.filter((path) => !isThere(path))).toEqual([]);
  });

  it("cites sections and steps that its page has", () => {
    const sections = sectionsOf(pageOf(code));
    const cited = [...readme.matchAll(new RegExp(`\\b${code} ([0-9]+(?:\\.[0-9]+)*)(?: step ([0-9]+))?`, "g"))];
    const missing = cited.filter(([, number = "", step]) => {
      const section = sections.get(number);
      return section === undefined || (step !== undefined && !hasStep(section, step));
    });
    // The routing of each setting, at least.
    expect(cited.length).toBeGreaterThanOrEqual(state.lookups.length);
    expect(missing.map(([citation]) => citation)).toEqual([]);
  });

  it("names failures, methods and fields that its page or the conventions have", () => {
    const law = pageOf(code) + textOf(join(ROOT, "docs/conventions.md"));
    const words = names.filter((name) =>
      /^(?:[A-Z]{1,2}[0-9]{1,2}|[A-Z]{2}-[A-Z]|[a-z0-9]+(?:_[a-z0-9]+)+)$/.test(name),
    );
    expect(words.filter((word) => !new RegExp(`\\b${word}\\b`).test(law))).toEqual([]);
  });

  it("names no table that is not there", () => {
    const csv = names.filter((name) => /^\w+\.csv$/.test(name)).map((name) => name.replace(".csv", ""));
    expect(csv.filter((name) => !own.includes(name))).toEqual([]);
  });

  it("names every file that declares a publication, and no publication that is not there", async () => {
    const titles = (await state.publications()).map(({ folder, name }) => `${folder}/${name}`);
    const named = names.filter((name) => new RegExp(`^${code}/[a-z0-9-]+$`).test(name));
    expect(named.filter((name) => !titles.includes(name))).toEqual([]);

    const folder = join(folderOf(code), "publications");
    const declaring = (existsSync(folder) ? filesOf(folder) : []).filter((file) =>
      /^export const .*= publication\(/m.test(textOf(join(folder, file))),
    );
    expect(
      missingFrom(
        names,
        code,
        declaring.map((file) => `publications/${file}`),
      ),
    ).toEqual([]);
  });

  it("names every method of payment", () => {
    for (const { setting } of state.lookups) {
      const paying = filesOf(join(folderOf(code), setting))
        .map((file) => `${setting}/${file}`)
        .filter((file) => COMPUTES_A_STEP.test(textOf(join(folderOf(code), file))));
      expect(paying, `files of ${setting} that compute a step`).not.toEqual([]);
      expect(missingFrom(names, code, paying)).toEqual([]);
    }
  });
});

/** The files of a state that nothing names, be it from the state's folder or from the repository. */
function missingFrom(names: readonly string[], code: string, files: readonly string[]): readonly string[] {
  return files.filter((file) => !names.includes(file) && !names.includes(`src/states/${code}/${file}`));
}

describe("sections", () => {
  /* Rules, steps and tables name the section of the page that they come from: each must be there, and none may be left out. */

  const ROOT = join(import.meta.dirname, "../..");

  /** `top`: `src/states` for rules, `test/states` for worked examples. */
  function sourcesOf(code: string, top = "src/states"): readonly string[] {
    const folder = join(ROOT, top, code);
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
    return files.map((name) => readFileSync(join(folder, name), "utf8"));
  }

  /** `4.3` of the headings of a page. */
  function headingsOf(code: string): ReadonlySet<string> {
    const page = readFileSync(join(ROOT, "docs/methodology", `${code}.md`), "utf8");
    return new Set([...page.matchAll(/^#{2,4} ([0-9]+(?:\.[0-9]+)*)/gm)].map(([, number]) => number as string));
  }

  describe.each(states)("$name", ({ code, tables, lookups }) => {
    const own = tables.filter(({ folder }) => folder === code);

    it("cites sections that its page has", () => {
      const headings = headingsOf(code);
      const cited = sourcesOf(code).flatMap((source) =>
        [...source.matchAll(new RegExp(`"${code} ([0-9]+(?:\\.[0-9]+)*)(?: step [0-9]+[a-z]?)?"`, "g"))].map(
          ([, number]) => number as string,
        ),
      );
      // Each table cites its section, and each setting that of a step at least.
      expect(cited.length).toBeGreaterThanOrEqual(own.length + lookups.length);
      expect([...new Set(cited)].filter((number) => !headings.has(number))).toEqual([]);
    });

    it("cites every section of its page", () => {
      const source = [...sourcesOf(code), ...sourcesOf(code, "test/states")].join("\n");
      const cited = [...source.matchAll(new RegExp(`\\b${code} ([0-9]+(?:\\.[0-9]+)*)`, "g"))].map(
        ([, number]) => number as string,
      );
      // Who cites 4.3 knows of 4.
      const isCited = (heading: string) =>
        cited.some((number) => number === heading || number.startsWith(`${heading}.`));
      expect([...headingsOf(code)].filter((heading) => !isCited(heading))).toEqual([]);
    });
  });
});
