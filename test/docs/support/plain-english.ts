/* Plain English in Markdown pages: short sentences, short lines, and none of the words that we do not use. */

export const WORDS_MAX = 25;
export const LINE_CHARACTERS_MAX = 120;

/** Words that we do not use, each with what to write instead. */
export const UNUSED_WORDS: readonly (readonly [word: RegExp, instead: string])[] = [
  [/\bwho(?:m)?ever\b/i, "the caller, the client, the operator, you"],
  [/\bwho asks\b/i, "the caller"],
  [/\bnobody\b/i, "no one, no client, no test"],
  [/\bsomebody\b/i, "someone, a client"],
  [/\b(?:is|are) told\b/i, "receives, sees, is reported"],
  [/\bsought\b/i, "requested, expected"],
  [/\banew\b/i, "again"],
  [/\bmend(?:s|ed)?\b/i, "fix"],
  [/\bputs? right\b/i, "fix"],
  [/\bwhat it is\b/i, "the meaning, the value"],
  [/\bas far as\b/i, "if, or leave it out"],
  [/\bin force\b/i, "effective"],
  [/\bhands? over\b/i, "pass"],
  [/\btakes? along\b/i, "include"],
  [/\bof ours\b/i, "our"],
  [/\bof its own\b/i, "its own, a separate"],
];

/** A paragraph, a list item, a heading or a row of a table, with the line of the page that it starts on. */
interface Block {
  readonly kind: "prose" | "heading" | "row";
  readonly line: number;
  readonly lines: string[];
}

/** The text of a page in blocks. Code blocks and comments are left out. */
function blocksOf(page: string): readonly Block[] {
  const blocks: Block[] = [];
  let open: Block | null = null;
  let inFence = false;
  for (const [index, line] of page.split("\n").entries()) {
    const start = (kind: Block["kind"]) => {
      const block: Block = { kind, line: index + 1, lines: [line] };
      blocks.push(block);
      return block;
    };
    const fence = /^\s*```/.test(line);
    if (fence) inFence = !inFence;
    const isIndentedCode = open === null && /^(?: {4}|\t)/.test(line);
    if (fence || inFence || isIndentedCode || /^\s*(?:<!--|$)/.test(line)) open = null;
    else if (/^#|^\s*\|/.test(line)) {
      start(line.startsWith("#") ? "heading" : "row");
      open = null;
    } else if (open === null || /^\s*(?:[-*]|\d+\.)\s/.test(line)) open = start("prose");
    else open.lines.push(line);
  }
  return blocks;
}

/** A text without the marks of Markdown: a code span is one word, a link is its text. Line breaks stay where they are. */
function withoutMarks(text: string): string {
  return text
    .replace(/`[^`]*`/g, (code) => `\`…\`${"\n".repeat(code.split("\n").length - 1)}`)
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\*\*|__/g, "")
    .replace(/^\s*(?:[-*]|\d+\.)\s+(?:\[[ x]\]\s+)?/, "");
}

/** Where a sentence ends. A colon ends one too: what follows it is read by itself. */
const END = /(?<=[.!?;]["”)]*)\s+(?=["“([`\p{Lu}\d])|:\s+/gu;

interface Sentence {
  readonly line: number;
  readonly text: string;
}

function sentencesOf({ line, lines }: Block): readonly Sentence[] {
  const text = withoutMarks(lines.join("\n"));
  const ends = [...text.matchAll(END)].map(({ index, 0: end }) => index + end.length);
  return [0, ...ends].map((start, number) => ({
    line: line + text.slice(0, start).split("\n").length - 1,
    text: text.slice(start, ends[number]).replace(/\s+/g, " ").trim(),
  }));
}

const wordsIn = (text: string) =>
  (text.match(/[\p{L}\p{N}$%'’./`…-]+/gu) ?? []).filter((word) => /[\p{L}\p{N}`]/u.test(word));

/** The characters of a line that a reader sees: addresses of links are left out. */
const charactersIn = (line: string) => [...line.replace(/\]\([^)]*\)/g, "]")].length;

/** What is not plain English in a page, each with its page, its line and its sentence. */
export function findingsIn(page: string, name: string): readonly string[] {
  return blocksOf(page).flatMap((block) => {
    const sentences = sentencesOf(block);
    const words = sentences.flatMap(({ line, text }) =>
      UNUSED_WORDS.flatMap(([word, instead]) => {
        const used = word.exec(text)?.[0];
        return used === undefined ? [] : [`${name}:${line}: write "${instead}" instead of "${used}": ${text}`];
      }),
    );
    if (block.kind !== "prose") return words;
    const long = sentences.flatMap(({ line, text }) => {
      const count = wordsIn(text).length;
      return count > WORDS_MAX ? [`${name}:${line}: a sentence of ${count} words, at most ${WORDS_MAX}: ${text}`] : [];
    });
    const wide = block.lines.flatMap((line, index) => {
      const count = charactersIn(line);
      const at = `${name}:${block.line + index}`;
      return count > LINE_CHARACTERS_MAX
        ? [`${at}: a line of ${count} characters, at most ${LINE_CHARACTERS_MAX}: ${line.trim()}`]
        : [];
    });
    return [...words, ...long, ...wide];
  });
}
