import { Parser } from "htmlparser2";

/** An element of a page, in the order of its opening. */
interface PageElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

export interface ReadPage {
  readonly elements: readonly PageElement[];
  /** What is read of it, style and title left out; thousands stand without separators. */
  readonly text: string;
  /** Elements that end without an end tag of their own. */
  readonly unclosed: readonly string[];
}

const EMPTY = new Set(["meta", "br"]);
const UNREAD = new Set(["style", "title"]);

/** Reads a page, or a part of one, as a browser does. */
export function readPage(markup: string): ReadPage {
  const elements: PageElement[] = [];
  const unclosed: string[] = [];
  const open: string[] = [];
  let text = "";
  const parser = new Parser({
    onopentag(name, attributes) {
      elements.push({ name, attributes });
      open.push(name);
      text += " ";
    },
    ontext(data) {
      if (!open.some((name) => UNREAD.has(name))) text += data;
    },
    onclosetag(name, isImplied) {
      open.pop();
      text += " ";
      if (isImplied && !EMPTY.has(name)) unclosed.push(name);
    },
  });
  parser.end(markup);
  return { elements, text: plain(text), unclosed };
}

/** Text as the tests compare it: one space between words, thousands without separators. */
export function plain(text: string): string {
  return text
    .replaceAll(/[\s\p{Control}]+/gu, " ")
    .replaceAll(/(?<=[0-9]),(?=[0-9]{3})/g, "")
    .trim();
}
