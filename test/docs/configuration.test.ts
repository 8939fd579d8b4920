import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { API_KEY_VARIABLE } from "../../src/cli/options.ts";
import { serverSettings } from "../../src/serve/operations/configuration.ts";
import type { OperatorSetting } from "../../src/serve/operations/setting.ts";
import { ROOT } from "../cli/support/ratebook.ts";

/* docs/configuration.md, held against the settings that the commands declare. */

const PAGE = readFileSync(join(ROOT, "docs/configuration.md"), "utf8");
const SETTINGS: readonly OperatorSetting<unknown>[] = Object.values(serverSettings);
/** Variables of other commands, which the page names below its table. */
const OTHERS = ["RATEBOOK_WORK", "RATEBOOK_URL", "RATEBOOK_REPRICE_DATABASE_URL", API_KEY_VARIABLE];

function rowOf({ flags, variable, description, fallback = null, fallbackText }: OperatorSetting<unknown>): string {
  const shown = fallbackText ?? (fallback === null ? "none" : String(fallback));
  return `| ${[`\`${flags.split(" ")[0]}\``, `\`${variable}\``, shown, description].join(" | ")} |`;
}

it("lists every setting of a server with its option, variable and default, and the variables of other commands", () => {
  expect(PAGE.match(/^\| `.*$/gm)).toEqual(SETTINGS.map(rowOf));
  for (const name of OTHERS) expect(PAGE).toContain(`\`${name}\``);
});

it("pages, examples and files to deploy name no other variables", () => {
  const known = new Set([...SETTINGS.map(({ variable }) => variable), ...OTHERS]);
  const texts = ["docs", "examples", "deploy", "client/src", "web/src", "."].flatMap((name) =>
    readdirSync(join(ROOT, name), { recursive: name !== ".", withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:md|ts|tsx|py|sh|yaml|service)$/.test(entry.name))
      .filter((entry) => entry.name !== "CHANGELOG.md")
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  const unknown = texts.flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(/\bRATEBOOK_(?!TEST|SLOW)[A-Z][A-Z_]*[A-Z]\b/g)]
      .filter(([name]) => !known.has(name))
      .map(([name]) => `${path}: ${name}`),
  );
  expect(texts.length).toBeGreaterThan(100);
  expect(unknown).toEqual([]);
});
