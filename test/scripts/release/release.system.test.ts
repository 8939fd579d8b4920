import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { unreleasedEntries } from "../../../scripts/release/changelog.ts";
import { release } from "../../../scripts/release/release.ts";
import { isLess, leastAfter, versionOf } from "../../../scripts/release/version.ts";

describe("release", () => {
  /* A version of a small repository, which each test makes for itself. */

  const DAY = "2027-02-03";
  const ABOUT = { name: "ratebook", version: "0.1.0" };
  const PACKAGES = { "": ABOUT, "node_modules/other": { version: "0.1.0" } };
  const CHANGELOG = `# Changelog

The rule.

## Unreleased

### Changed answers

- **California**: a price is
  another (ca 4.1).

### Fixed

- One.
- Two.

## 0.1.0 (2026-01-01)

### Added

- Everything.
`;

  let root: string;
  const path = (name: string) => join(root, name);
  const read = (name: string) => readFileSync(path(name), "utf8");
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" });

  function commit(files: Readonly<Record<string, string>>): void {
    for (const [name, text] of Object.entries(files)) writeFileSync(path(name), text);
    git("add", "-A");
    git("-c", "user.name=Test", "-c", "user.email=test@example.org", "commit", "-q", "-m", "A change");
  }

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "ratebook-release-"));
    mkdirSync(path("client"));
    git("init", "-q");
    const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
    commit({
      "package.json": json({ ...ABOUT, dependencies: { other: "0.1.0" } }),
      "package-lock.json": json({ ...ABOUT, lockfileVersion: 3, packages: PACKAGES }),
      "client/package.json": json({ ...ABOUT, name: "ratebook-client" }),
      "CHANGELOG.md": CHANGELOG,
    });
  });
  afterEach(() => rmSync(root, { recursive: true }));

  /** Stands for the packing, which has its own tests; the version that it found is part of the name. */
  const makePackage = async (from: string, out: string) =>
    join(out, `ratebook-${JSON.parse(readFileSync(join(from, "package.json"), "utf8")).version}.tgz`);
  const released = (version: string, isDryRun = false) => release(root, { version, isDryRun }, DAY, makePackage);

  describe("a version", () => {
    it("is set in every file that says it, and nowhere else", async () => {
      await released("0.2.0");
      expect(git("diff", "--unified=0", "--", "*.json").match(/^[+-] .*/gm)).toEqual([
        ...['-  "version": "0.1.0"', '+  "version": "0.2.0"'],
        ...[
          '-  "version": "0.1.0",',
          '+  "version": "0.2.0",',
          '-      "version": "0.1.0"',
          '+      "version": "0.2.0"',
        ],
        ...['-  "version": "0.1.0",', '+  "version": "0.2.0",'],
      ]);
    });

    it("gets the unreleased entries, with its day", async () => {
      await released("0.2.0");
      expect(read("CHANGELOG.md")).toBe(CHANGELOG.replace("## Unreleased\n", `## Unreleased\n\n## 0.2.0 (${DAY})\n`));
    });

    it("is packed after it was set, and left to a person to commit and push", async () => {
      const notices = await released("0.2.0");
      expect(notices).toContain(`${path("dist/ratebook-0.2.0.tgz")} is made.`);
      expect(notices).toContain("  Changed answers: 1\n  Fixed: 2\n");
      expect(notices.slice(notices.indexOf("    git")).split("\n")).toEqual([
        "    git add package.json package-lock.json client/package.json CHANGELOG.md",
        '    git commit -m "Ratebook 0.2.0"',
        '    git tag -a v0.2.0 -m "Ratebook 0.2.0"',
        "    git push origin HEAD v0.2.0",
      ]);
      expect([git("log", "--oneline").trim().split("\n").length, git("tag")]).toEqual([1, ""]);
    });

    it("is only told of in a dry run", async () => {
      expect(await released("0.2.0", true)).toContain("Nothing was written (--dry-run).");
      expect(git("status", "--porcelain")).toBe("");
    });

    it("leaves no trace where the package cannot be made", async () => {
      const broken = () => Promise.reject(new Error("npm pack failed"));
      await expect(release(root, { version: "0.2.0", isDryRun: false }, DAY, broken)).rejects.toThrow(
        "npm pack failed",
      );
      expect(git("status", "--porcelain")).toBe("");
    });

    it("follows another: the entries of that one stay where they are", async () => {
      await released("0.2.0");
      commit({
        "CHANGELOG.md": read("CHANGELOG.md").replace("## Unreleased\n", "## Unreleased\n\n### Fixed\n\n- Three.\n"),
      });
      expect(await released("0.2.1")).toContain("Ratebook 0.2.1, after 0.2.0\n  Fixed: 1\nFiles:");
    });
  });

  describe("the command", () => {
    const MAKE = `export const makePackage = async (root: string, out: string): Promise<string> => \`\${out}/ratebook.tgz\`;\n`;
    const command = (...args: string[]) =>
      spawnSync(process.execPath, [path("scripts/release/run.ts"), ...args], { encoding: "utf8" });

    beforeEach(() => {
      cpSync(join(import.meta.dirname, "../../../scripts/release"), path("scripts/release"), { recursive: true });
      mkdirSync(path("scripts/package"));
      commit({ "scripts/package/make.ts": MAKE, "scripts/package.json": '{"type": "module"}\n' });
    });

    it("prepares the version of the repository that it is part of", () => {
      expect(command("0.2.0")).toMatchObject({
        status: 0,
        stderr: "",
        stdout: expect.stringContaining("git tag -a v0.2.0"),
      });
      expect(git("status", "--porcelain").match(/\S+$/gm)).toEqual([
        "CHANGELOG.md",
        "client/package.json",
        "package-lock.json",
        "package.json",
      ]);
    });

    it("refuses in a sentence, and says how it is used", () => {
      expect(command("0.1.0")).toMatchObject({ status: 1, stdout: "", stderr: "0.1.0 is not greater than 0.1.0.\n" });
      expect(command()).toMatchObject({
        status: 1,
        stdout: "",
        stderr: expect.stringContaining("VERSION [--dry-run]"),
      });
      expect(command("0.2.0", "--force")).toMatchObject({ status: 1, stderr: expect.stringContaining("'--force'") });
      expect(command("--help")).toMatchObject({ status: 0, stdout: expect.stringContaining("VERSION [--dry-run]") });
      expect(git("status", "--porcelain")).toBe("");
    });
  });

  describe("refused is", () => {
    const changed = (from: string, to: string) => commit({ "CHANGELOG.md": CHANGELOG.replace(from, to) });

    it("a tree with changes that are not committed", async () => {
      writeFileSync(path("new.ts"), "");
      await expect(released("0.2.0")).rejects.toThrow("The tree has changes that are not committed:\n?? new.ts");
    });

    it.each(["0.1.0", "0.0.9"])("a version that is not greater: %s", async (version) => {
      await expect(released(version)).rejects.toThrow(`${version} is not greater than 0.1.0.`);
    });

    it.each(["v0.2.0", "0.2", "0.2.0-beta.1", "00.2.0", "next"])("what is no version: %s", async (version) => {
      await expect(released(version)).rejects.toThrow(`"${version}" is no version`);
    });

    it("a version without entries", async () => {
      await released("0.2.0");
      commit({});
      await expect(released("0.3.0")).rejects.toThrow("CHANGELOG.md has no unreleased entry");
    });

    it("a patch that changes answers", async () => {
      await expect(released("0.1.1")).rejects.toThrow("so the next version is 0.2.0 at least.");
    });

    it("a changed answer without its section", async () => {
      changed(" (ca 4.1)", "");
      await expect(released("0.2.0")).rejects.toThrow('this does not: "**California**: a price is"');
    });

    it("a changed answer that does not stand first", async () => {
      changed("### Changed answers\n\n", "### Fixed\n\n- Nought.\n\n### Changed answers\n\n");
      await expect(released("0.2.0")).rejects.toThrow(
        "the order is Changed answers, Changed, Fixed, Added, each once.",
      );
    });

    it("an unknown kind of change", async () => {
      changed("### Fixed", "### Improved");
      await expect(released("0.2.0")).rejects.toThrow('"### Improved" is none of');
    });

    it("a changelog without a place for what is unreleased", async () => {
      changed("## Unreleased", "## Soon");
      await expect(released("0.2.0")).rejects.toThrow('CHANGELOG.md has no "## Unreleased".');
    });

    it("a file that says another version already", async () => {
      commit({ "client/package.json": read("client/package.json").replace("0.1.0", "0.1.7") });
      await expect(released("0.2.0")).rejects.toThrow(
        'client/package.json says "version": "0.1.7", and package.json 0.1.0',
      );
    });
  });
});

describe("version", () => {
  it.each([
    ["0.9.9", "0.10.0", true],
    ["1.0.0", "1.0.1", true],
    ["1.9.0", "2.0.0", true],
    ["1.0.0", "1.0.0", false],
    ["2.0.0", "1.9.9", false],
  ])("%s is less than %s: %s", (one, other, expected) => {
    expect(isLess(versionOf(one), versionOf(other))).toBe(expected);
  });

  it.each([
    ["0.4.2", false, "0.4.3"],
    ["0.4.2", true, "0.5.0"],
    ["1.4.2", false, "1.4.3"],
    ["1.4.2", true, "2.0.0"],
  ])("after %s (answers changed: %s) comes %s at least", (current, hasChangedAnswers, least) => {
    expect(leastAfter(versionOf(current), hasChangedAnswers).join(".")).toBe(least);
  });
});

describe("changelog", () => {
  /* The changelog keeps its own rule at every commit, not only on the day of a release. */

  const ROOT = join(import.meta.dirname, "../../..");
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
});
