import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";

/* Pages and comments lead through the source by names of files. A file that was moved or renamed takes its names along. */

const ROOT = join(import.meta.dirname, "../..");
/** What is installed or made, and what git keeps for itself. */
const NOT_OURS = new Set(["node_modules", "dist", ".git", ".ratebook"]);
/** What pages say is made there, by a command or by its operator. */
const MADE = new Set(["web/dist", "deploy/secrets", "ratebook.ts", "ratebook.d.ts"]);
const ENTRIES = entriesIn(".");
const THERE = new Set(ENTRIES);
const FOLDERS = ENTRIES.filter((path) => !path.includes("/") && !path.includes("."));
const STATES = ENTRIES.flatMap((path) => /^src\/states\/(\w\w)$/.exec(path)?.[1] ?? []);

/** The changelog tells of files as they were. */
const PAGES = ENTRIES.filter((path) => path.endsWith(".md") && path !== "CHANGELOG.md");
const SOURCES = ENTRIES.filter((path) => /^src\/.*\.ts$/.test(path));

/** Files and folders, from the root of the repository. */
function entriesIn(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter(({ name }) => !NOT_OURS.has(name))
    .flatMap((entry) => {
      const path = join(folder, entry.name).replaceAll("\\", "/");
      return entry.isDirectory() ? [path, ...entriesIn(path)] : [path];
    });
}

const textOf = (path: string) => readFileSync(join(ROOT, path), "utf8");

/** Modules by any name: `../core/runtime/memory.ts`, `names/name-index.ts`, `scheduler.ts`. What has a star or stands in an address is none. */
const MODULE = /(?<![\w./:*@<>-])(?:\.{1,2}\/)*[\w<>-][\w./<>-]*\.(?:ts|tsx|mjs)\b(?![\w*-])/g;
/** Files and folders from the root, as code. */
const FROM_ROOT = new RegExp(`(?<=\`)(?:${FOLDERS.join("|")})/[\\w./<>-]+(?=\`)`, "g");
const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;

/** The arguments of a command that runs tests. */
const RUN = /(?<=npm test -- )[^`\n]+?(?= -u|[`\n]|\s{2})/g;

/** A state may have neither parameters nor publications. */
const OPTIONAL = ["data/sample/<state>/parameters.csv", "test/states/<state>/publications"];

/** A name with `<state>` stands for the files of all states. */
const ofEveryState = (name: string) =>
  name.includes("<state>") && !OPTIONAL.includes(name)
    ? STATES.map((state) => name.replaceAll("<state>", state))
    : [name];

/** The files that a text names; `<...>` other than `<state>` stands for a file that is yet to be made. */
function namesIn(text: string): readonly string[] {
  const named = [MODULE, FROM_ROOT].flatMap((pattern) => text.match(pattern) ?? []);
  return [...new Set(named)].flatMap(ofEveryState).filter((name) => !name.includes("<") && !MADE.has(name));
}

/** The tests that commands of a text run, each as the beginning of a path. */
function runsIn(text: string): readonly string[] {
  const runs = (text.match(RUN) ?? []).flatMap((line) => line.trim().split(/\s+/));
  return [...new Set(runs)].flatMap(ofEveryState);
}

/** Whether a test file begins with a path, in which a star stands for a name. */
function runsTests(path: string): boolean {
  const pattern = new RegExp(`^${path.replaceAll(".", "\\.").replaceAll("*", "[^/]*")}`);
  return ENTRIES.some((entry) => entry.endsWith(".test.ts") && pattern.test(entry));
}

/** Files that a page leads to, from its folder. */
function linksIn(text: string): readonly string[] {
  return [...text.matchAll(/\]\((?!https?:|mailto:)([^)#]+)(?:#[^)]*)?\)/g)].map(([, path = ""]) => path);
}

/** Headings that a page leads to, as `page.md#heading`, from the root; in the page itself where no page is named. */
function headingLinksIn(text: string, from: string): readonly string[] {
  return [...text.matchAll(/\]\((?!https?:|mailto:)([^)#]*)#([^)]+)\)/g)].map(([, path = "", heading]) => {
    const page = path === "" ? from : join(dirname(from), path).replaceAll("\\", "/");
    return `${page}#${heading}`;
  });
}

/** Whether a page has a heading with this address. Its words are in lower case, with dashes for spaces and without other signs. */
function hasHeading(link: string): boolean {
  const [page = "", heading] = link.split("#");
  if (!THERE.has(page)) return false;
  const prose = textOf(page).replaceAll(/^```[\s\S]*?^```/gm, "");
  const headings = [...prose.matchAll(/^#+ (.+)$/gm)].map(([, words = ""]) =>
    words
      .replaceAll(/\]\([^)]*\)/g, "")
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );
  return headings.includes(heading as string);
}

/** From the page's folder or the root; a name that says less is that of any file which ends so. */
function isThere(name: string, from: string): boolean {
  const beside = join(dirname(from), name).replaceAll("\\", "/").replace(/\/$/, "");
  if (name.startsWith(".")) return THERE.has(beside);
  if (FOLDERS.some((folder) => name.startsWith(`${folder}/`))) return THERE.has(name.replace(/\/$/, ""));
  return THERE.has(beside) || ENTRIES.some((path) => path.endsWith(`/${name}`));
}

const missingOf = (text: string, from: string) => [
  ...namesIn(text).filter((name) => !isThere(name, from)),
  ...runsIn(text).filter((path) => !runsTests(path)),
];

it("a name, a test, a link or a heading that is not there is missed", () => {
  for (const text of [
    "`lease-office.ts`",
    "`src/states/<state>/nothing.ts`",
    "`npm test -- test/states test/options`",
  ]) {
    expect(missingOf(text, "CONTRIBUTING.md"), text).not.toEqual([]);
  }
  const links = headingLinksIn("[b](../README.md#start) [c](keys.md#no-such-heading)", "docs/operations.md");
  expect(links.map(hasHeading)).toEqual([true, false]);
});

it.each(PAGES)("%s names and links files and headings that are there", (page) => {
  const text = textOf(page);
  const unlinked = linksIn(text).filter((path) => !existsSync(join(ROOT, dirname(page), path)));
  const headings = headingLinksIn(text, page).filter((link) => !hasHeading(link));
  expect([...missingOf(text, page), ...unlinked, ...headings]).toEqual([]);
});

it("comments of the source name files that are there", () => {
  const missing = SOURCES.flatMap((path) => {
    const comments = (textOf(path).match(COMMENT) ?? []).join("\n");
    return missingOf(comments, path).map((name) => `${path}: ${name}`);
  });
  expect(missing).toEqual([]);
});
