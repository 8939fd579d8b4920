import { Refusal } from "./refusal.ts";

/** What stands under a version, in this order: an answer that changed comes before everything else. */
export const KINDS = ["Changed answers", "Changed", "Fixed", "Added"] as const;
type Kind = (typeof KINDS)[number];

export interface Entry {
  readonly kind: Kind;
  readonly text: string;
}

const UNRELEASED = "## Unreleased";
/** `(ca 4.1, 4.2)`, `(conventions 2)`, `(docs/repricing.md)`: the section that says what the answer is now. */
const SECTION = /\((?:(?:[a-z]{2}|conventions) \d[\d., ]*|docs\/[\w-]+\.md)[),;]/;

function kindOf(heading: string): Kind {
  const kind = KINDS.find((known) => heading === known);
  if (kind !== undefined) return kind;
  throw new Refusal(`CHANGELOG.md: "### ${heading}" is none of ${KINDS.join(", ")}.`);
}

/** The part of the changelog below "Unreleased", up to the version before. */
function unreleased(changelog: string): string {
  const [, after] = changelog.split(`\n${UNRELEASED}\n`);
  if (after === undefined) throw new Refusal(`CHANGELOG.md has no "${UNRELEASED}".`);
  return after.split(/^## /m)[0] ?? "";
}

/** The entries that no version has yet; refuses those that break the rule at the top of the changelog. */
export function unreleasedEntries(changelog: string): readonly Entry[] {
  const [, ...parts] = unreleased(changelog).split(/^### /m);
  const found = parts.map((part) => {
    const [heading = "", ...lines] = part.split("\n");
    const [, ...texts] = `\n${lines.join("\n")}`.split(/\n- /);
    return { kind: kindOf(heading.trim()), texts };
  });
  const order = found.map(({ kind }) => KINDS.indexOf(kind));
  if (order.some((place, index) => index > 0 && place <= (order[index - 1] ?? 0))) {
    throw new Refusal(`CHANGELOG.md: the order is ${KINDS.join(", ")}, each once.`);
  }
  const entries = found.flatMap(({ kind, texts }) => texts.map((text) => ({ kind, text: text.trim() })));
  const unfounded = entries.find(({ kind, text }) => kind === "Changed answers" && !SECTION.test(text));
  if (unfounded !== undefined) {
    const [line = ""] = unfounded.text.split("\n");
    throw new Refusal(
      `CHANGELOG.md: a changed answer names its section, such as (ca 4.1), and this does not: "${line}"`,
    );
  }
  return entries;
}

/** The changelog with the unreleased entries under a version and its day, and room for the next above them. */
export function withRelease(changelog: string, version: string, day: string): string {
  return changelog.replace(`\n${UNRELEASED}\n`, () => `\n${UNRELEASED}\n\n## ${version} (${day})\n`);
}
