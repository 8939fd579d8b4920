import { failure } from "../../core/runtime/failure.ts";

// X12 whose beginning is lost or damaged is no table. As one it would be quoted in messages, and its patients with it.

const NAMES =
  "ISA|GS|ST|BHT|BPR|TRN|N1|N3|N4|PER|LX|TS3|CLP|CAS|NM1|MIA|MOA|SVC|SVD|DTM|DTP|REF|AMT|PLB|HL|PRV|SBR|PAT|DMG|CLM|CL1|HI|SV1|SV2|SV3";

/** A segment: its name behind another sign than the one that follows it, and two elements at least. */
const SEGMENT = new RegExp(`([^A-Za-z0-9])(${NAMES})(?!\\1)([^A-Za-z0-9 \\r\\n"'])((?:(?!\\1|\\3)[^]){0,80})\\3`, "gi");
const USUAL_SEPARATOR = "*";
/** The transactions that we read: their numbers behind `ST` are enough. */
const OURS = /^83[57]$/;
/** With other separators one segment may be a heading such as `CLP-01-status`. */
const NAMES_MIN = 3;
/** Claim numbers such as N1, N3 and N4 are names of segments too: then most other lines begin with none. */
const SHARE_OF_LINES_MIN = 0.5;

/** A file that ends within the first signs of its ISA segment. */
const BEGINNING_ALONE = /^\ufeff?\s*IS(?:A(?:[^A-Za-z0-9\s][0-9]{0,2})?)?\s*$/;

/** Refuses a text with segments of X12 at or near its beginning. The text itself is not shown. */
export function refuseDamagedX12(head: string): void {
  if (BEGINNING_ALONE.test(head)) {
    throw failure("this is X12 that is cut off at its beginning, in the ISA segment; have it sent again");
  }
  const named = new Map<string, Set<string>>();
  const text = `\n${head}`;
  let first: { readonly name: string; readonly at: number } | null = null;
  for (const { index, 1: before = "", 2: name = "", 3: separator = "", 4: element = "" } of text.matchAll(SEGMENT)) {
    const id = name.toUpperCase();
    // Without the sign before the name, and counted from 1: the line end above makes up for one of them.
    first ??= { name: id, at: index + 1 };
    const names = named.get(separator) ?? new Set();
    const isNew = !names.has(id);
    named.set(separator, names.add(id));
    const isOurs = id === "ST" && OURS.test(element.trim());
    if (separator === USUAL_SEPARATOR || isOurs) throw damaged(first);
    if (!isNew || names.size !== NAMES_MIN || (LINE_END.test(before) && isTable(head, separator))) continue;
    throw damaged(first);
  }
}

const LINE_END = /[\r\n]/;
const NAME_IN_FRONT = new RegExp(`^(?:${NAMES})$`, "i");

/** Whether few lines begin with the name of a segment. */
function isTable(head: string, separator: string): boolean {
  const lines = head.split(/[\r\n]+/).filter((line) => line.trim() !== "");
  const named = lines.filter((line) => NAME_IN_FRONT.test(line.slice(0, line.indexOf(separator))));
  return named.length < lines.length * SHARE_OF_LINES_MIN;
}

function damaged({ name, at }: { readonly name: string; readonly at: number }): Error {
  return failure(
    `this is X12 that does not begin with a sound ISA segment: the first segment found is ${name}, at character ${at}. The file is damaged; have it sent again`,
  );
}
