import { Tokenizer } from "htmlparser2";

/** What is done with the tags and texts of a page. */
export interface MarkupReader {
  open(name: string, attributes: ReadonlyMap<string, string>): void;
  close(name: string): void;
  text(text: string): void;
}

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();

/**
 * Tells the tags and texts of a page, in the order in which they are written. A parser would also keep the elements that
 * are open, and look through all of them at every closing tag: a page that closes nothing would take it hours.
 */
export function readMarkup(html: string, reader: MarkupReader): void {
  let name = "";
  let attributes: Map<string, string> | null = null;
  let attribute = "";
  let value = "";
  const slice = (start: number, end: number) => html.slice(start, end);
  const endTag = () => reader.open(name, attributes ?? NO_ATTRIBUTES);
  const ignore = () => undefined;
  const tokenizer = new Tokenizer(
    {},
    {
      onopentagname(start, end) {
        name = slice(start, end).toLowerCase();
        attributes = null;
      },
      onattribname(start, end) {
        attribute = slice(start, end).toLowerCase();
        value = "";
      },
      onattribdata(start, end) {
        value += slice(start, end);
      },
      onattribentity(codePoint) {
        value += String.fromCodePoint(codePoint);
      },
      onattribend() {
        attributes ??= new Map();
        // The first of two attributes of one name counts.
        if (!attributes.has(attribute)) attributes.set(attribute, value);
      },
      onopentagend: endTag,
      onselfclosingtag: endTag,
      onclosetag: (start, end) => reader.close(slice(start, end).toLowerCase()),
      ontext: (start, end) => reader.text(slice(start, end)),
      ontextentity: (codePoint) => reader.text(String.fromCodePoint(codePoint)),
      isInForeignContext: () => false,
      oncdata: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onprocessinginstruction: ignore,
      onend: ignore,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
}
