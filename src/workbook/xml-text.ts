/** What XML cannot hold at all, not even escaped: control characters and halves of surrogate pairs. */
const NOT_IN_XML =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are looked for.
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const REPLACEMENT = "\ufffd";

/** Spreadsheet programs read `_x0041_` in a text as a letter; such a text keeps its form when its first sign is written so. */
const LOOKS_ESCAPED = /_(?=x[0-9a-f]{4}_)/gi;
const NEEDS_WORK = /[&<>"\r_\ufffe\uffff\ud800-\udfff]|[^\n\t\u0020-\uffff]/;

/** A text as XML carries it, in an element or in quotes. */
export function xmlText(text: string): string {
  if (!NEEDS_WORK.test(text)) return text;
  return text
    .replace(LOOKS_ESCAPED, "_x005F_")
    .replace(NOT_IN_XML, REPLACEMENT)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("\r", "&#13;");
}
