import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { CONFIG_VARIABLE, settingsOf } from "../../src/cli/config-file-option.ts";
import { API_KEY_VARIABLE } from "../../src/cli/options.ts";
import { ratebook as program } from "../../src/cli/program.ts";
import { Refusal } from "../../src/core/text/refusal.ts";
import { serverSettings } from "../../src/serve/operations/configuration.ts";
import { configurationKey, type OperatorSetting } from "../../src/serve/operations/setting.ts";
import { ROOT, ratebook } from "../cli/support/ratebook.ts";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { executed } from "./support/command-line.ts";

/* docs/configuration.md and deploy/ratebook.toml, held against the settings that the commands declare. */

const PAGE = readFileSync(join(ROOT, "docs/configuration.md"), "utf8");
const EXAMPLE = readFileSync(join(ROOT, "deploy/ratebook.toml"), "utf8");
const SETTINGS = settingsOf(await program());

const folder = temporaryFolder();
afterAll(() => folder.remove());

function rowOf(setting: OperatorSetting<unknown>): string {
  const { flags, variable, description, fallback = null, fallbackText } = setting;
  const shown = fallbackText ?? (fallback === null ? "none" : String(fallback));
  const cells = [
    `\`${configurationKey(setting)}\``,
    `\`${flags.split(" ")[0]}\``,
    `\`${variable}\``,
    shown,
    description,
  ];
  return `| ${cells.join(" | ")} |`;
}

describe("the page about the configuration", () => {
  it("lists every setting with its option, variable, key and default", () => {
    const rows = PAGE.slice(PAGE.indexOf("## All settings")).match(/^\| `.*$/gm);
    expect(rows).toEqual(SETTINGS.map(rowOf));
  });

  it("has commands that work as printed", async () => {
    const [check = "", print = ""] = (/```sh\n([\s\S]*?)```/.exec(PAGE)?.[1] ?? "").split("\n");
    expect(await executed(check, process.env)).toMatch(/^No errors in /);
    expect(await executed(print, process.env)).toMatch(/^port +8081 +command line$/m);
  });

  it("has an example of the file that is valid", async () => {
    const [, example = ""] = /```toml\n([\s\S]*?)```/.exec(PAGE) ?? [];
    expect(await errorsOf(example)).toEqual([]);
  });
});

describe("the example file", () => {
  it("is valid, and so is each of its lines that is left out", async () => {
    const leftOut = /^# (?=\w+ = )/gm;
    expect(EXAMPLE.match(leftOut)?.length).toBeGreaterThan(5);
    expect(await errorsOf(EXAMPLE)).toEqual([]);
    expect(await errorsOf(EXAMPLE.replace(leftOut, ""))).toEqual([]);
  });

  it("has every setting of a server", () => {
    const keys = [...EXAMPLE.matchAll(/^(?:# )?(\w+) = /gm)].map(([, key]) => key);
    expect(keys.sort()).toEqual(Object.values(serverSettings).map(configurationKey).sort());
  });
});

async function errorsOf(text: string): Promise<unknown> {
  const file = join(folder.path, "ratebook.toml");
  writeFileSync(file, text, { mode: 0o600 });
  const { stdout } = await ratebook(["config", "check", "--json", "--config", file]);
  return (JSON.parse(stdout) as { readonly errors: unknown }).errors;
}

describe("each setting", () => {
  it.each(SETTINGS.map((setting) => [setting.variable, setting] as const))(
    "%s refuses an empty text with what it expects",
    (_variable, setting) => {
      const read = setting.read("");
      expect(read).toBeInstanceOf(Refusal);
      expect((read as Refusal).expected).not.toBe("");
    },
  );
});

describe("variables in pages, examples and files to deploy", () => {
  const NAMES = new Set([...SETTINGS.map(({ variable }) => variable), CONFIG_VARIABLE, API_KEY_VARIABLE]);
  /** A misspelt variable, which the page has as an example of one. */
  const MISSPELT = "RATEBOOK_PROT";
  const FOLDERS = ["docs", "examples", "deploy", "client/src", "web/src", "."];

  it("have names that the program reads", () => {
    const texts = FOLDERS.flatMap((name) =>
      readdirSync(join(ROOT, name), { recursive: name !== ".", withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.(?:md|ts|tsx|py|sh|yaml|toml|service)$/.test(entry.name))
        .filter((entry) => entry.name !== "CHANGELOG.md")
        .map((entry) => join(entry.parentPath, entry.name)),
    );
    const unknown = texts.flatMap((path) =>
      [...readFileSync(path, "utf8").matchAll(/\bRATEBOOK_(?!TEST|SLOW)[A-Z][A-Z_]*[A-Z]\b/g)]
        .map(([name]) => name)
        .filter((name) => !NAMES.has(name) && name !== MISSPELT)
        .map((name) => `${path}: ${name}`),
    );
    expect(texts.length).toBeGreaterThan(100);
    expect(unknown).toEqual([]);
  });
});
