/** What XML cannot hold at all, not even escaped: anything but printable characters, tabs and line ends. */
const NOT_IN_XML = /[^\t\n\r\u0020-\ufffd]/g;
const REPLACEMENT = "\ufffd";

/** Spreadsheet programs read `_x0041_` in a text as a letter; such a text keeps its form when its first sign is written so. */
const LOOKS_ESCAPED = /_(?=x[0-9a-f]{4}_)/gi;
const NEEDS_WORK = /[&<>"\r_\ufffe\uffff\ud800-\udfff]|[^\n\t\u0020-\uffff]/;

/** A text as XML carries it, in an element or in quotes. */
export function xmlText(text: string): string {
  if (!NEEDS_WORK.test(text)) return text;
  // Halves of surrogate pairs become the replacement character, too.
  return text
    .toWellFormed()
    .replace(LOOKS_ESCAPED, "_x005F_")
    .replace(NOT_IN_XML, REPLACEMENT)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("\r", "&#13;");
}
