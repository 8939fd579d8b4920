import { failure } from "../../core/runtime/failure.ts";
import { type ByteSource, decoded } from "../../imports/sources/bytes.ts";

/** The signs between the parts of an interchange, which its first segment shows. */
interface Separators {
  readonly element: string;
  readonly component: string;
  readonly terminator: string;
}

const BEYOND_ASCII = /[\x80-\xff]/;
const NO_COMPONENTS: readonly string[] = [];

/** One segment while it is read: `SVC*HC:99213*120*80**1`. Its elements are split only when one of them is read. */
export class Segment {
  readonly id: string;
  /** Counted from 1 in its file. */
  readonly number: number;
  readonly #text: string;
  readonly #separators: Separators;
  #elements: readonly string[] | null = null;
  /** The composite that was read last: its components are read one after the other. */
  #composite = { position: -1, components: NO_COMPONENTS };

  constructor(id: string, number: number, text: string, separators: Separators) {
    this.id = id;
    this.number = number;
    this.#text = text;
    this.#separators = separators;
  }

  /** The element at a position of the guide, without surrounding blanks; empty where there is none. */
  element(position: number): string {
    this.#elements ??= this.#text.split(this.#separators.element);
    return textOf(this.#elements[position]);
  }

  /** One component of an element. An element that is no composite is its first component. */
  component(position: number, component: number): string {
    this.#elements ??= this.#text.split(this.#separators.element);
    if (this.#composite.position !== position) {
      const components = this.#elements[position]?.split(this.#separators.component) ?? NO_COMPONENTS;
      this.#composite = { position, components };
    }
    return textOf(this.#composite.components[component - 1]);
  }
}

/** Segments are read with one character per byte; only a text beyond ASCII has to be decoded. */
function textOf(bytes: string | undefined): string {
  if (bytes === undefined || bytes === "") return "";
  if (!BEYOND_ASCII.test(bytes)) return bytes.trim();
  const whole = Buffer.from(bytes, "latin1");
  return decoded(whole, 0, whole.length).trim();
}

/** `ISA` and 16 elements: 106 characters in the standard, fewer where a program left blanks out. */
const ISA_CHARACTERS_MAX = 200;
const ISA_ELEMENTS = 16;
const SEGMENT_NAME = /^[A-Z][A-Z0-9]{1,2}$/;
/** Far beyond any segment: without a limit, a missing terminator would read the rest of the file into memory. */
const SEGMENT_CHARACTERS_MAX = 64 * 1024;
/** No text has it: a part of the file was not written, or it is no text at all. */
const NUL = "\0";
/** What may stand between interchanges and after the last one: line ends, blanks, and the end marks of old systems. */
const BETWEEN = new Set(["\r", "\n", " ", "\t", NUL, "\x1a"]);

/** Whether the first bytes of a file are those of an X12 interchange. */
export function beginsInterchange(head: Buffer): boolean {
  return /^(?:\ufeff|\xef\xbb\xbf)?\s*ISA([^A-Za-z0-9\s])[0-9]{2}\1/.test(head.toString("latin1", 0, 200));
}

/** Splits the bytes of one file into segments, whatever its separators and line ends. */
export class SegmentSplitter {
  #rest = "";
  #separators: Separators | null = null;
  #number = 0;
  /** The byte at which `#rest` begins. */
  #offset = 0;

  /** How far behind `#offset` the segment ends that is being passed on. */
  #passed = 0;

  /** How many segments were read so far, and up to which byte. */
  get place(): { readonly segments: number; readonly bytes: number } {
    return { segments: this.#number, bytes: this.#offset + this.#passed };
  }

  /** Passes on every segment that the bytes complete. */
  add(bytes: Buffer, onSegment: (segment: Segment) => void): void {
    const text = this.#rest + bytes.toString("latin1");
    let at = 0;
    let nul = text.indexOf(NUL);
    for (;;) {
      if (this.#separators === null) {
        at = afterBlanks(text, at, this.#number === 0);
        const separators = at === text.length ? null : separatorsIn(text, at, this.#number);
        if (separators === null) break;
        this.#separators = separators;
      }
      const { terminator } = this.#separators;
      const end = text.indexOf(terminator, at);
      if ((end < 0 ? text.length : end) - at > SEGMENT_CHARACTERS_MAX) throw tooLong(this.#number + 1);
      if (end < 0) break;
      // Those between interchanges are read past.
      while (nul >= 0 && nul < at) nul = text.indexOf(NUL, nul + 1);
      if (nul >= 0 && nul < end) throw nulByte(this.#number + 1, this.#offset + nul);
      const segment = this.#segment(text, at, end, this.#separators);
      at = end + terminator.length;
      if (segment === null) continue;
      if (segment.id === "IEA") this.#separators = null;
      this.#passed = at;
      onSegment(segment);
    }
    this.#rest = text.slice(at);
    this.#offset += at;
    this.#passed = 0;
  }

  /** What is left when the file ends: text that no terminator ends. */
  get isInsideSegment(): boolean {
    return [...this.#rest].some((sign) => !BETWEEN.has(sign));
  }

  #segment(text: string, start: number, end: number, separators: Separators): Segment | null {
    let first = start;
    let last = end;
    // Viewers put segments on lines, and indent them. A blank at the end is part of the last element.
    while (first < last && (isLineEnd(text, first) || isBlank(text, first))) first += 1;
    while (last > first && isLineEnd(text, last - 1)) last -= 1;
    if (first === last) return null;
    this.#number += 1;
    const nameEnd = text.indexOf(separators.element, first);
    const id = text.slice(first, nameEnd < 0 || nameEnd > last ? last : nameEnd);
    if (!SEGMENT_NAME.test(id)) throw noSegment(this.#number, this.#offset + first);
    return new Segment(id, this.#number, text.slice(first, last), separators);
  }
}

function isLineEnd(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 10 || code === 13;
}

function isBlank(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 9 || code === 32;
}

function afterBlanks(text: string, start: number, mayHaveMark: boolean): number {
  let at = start;
  // The byte order mark of UTF-8, one character per byte.
  if (mayHaveMark && at === 0 && text.startsWith("\xef\xbb\xbf")) at = 3;
  while (at < text.length && BETWEEN.has(text.charAt(at))) at += 1;
  return at;
}

/** The separators that an `ISA` segment shows; null while it is not there as a whole. */
function separatorsIn(text: string, start: number, segmentsBefore: number): Separators | null {
  const found = text.slice(start, start + 3);
  if (!"ISA".startsWith(found)) throw noInterchange(segmentsBefore);
  if (text.length < start + 4) return null;
  const element = text.charAt(start + 3);
  let at = start + 3;
  for (let count = 1; count < ISA_ELEMENTS && at >= 0; count += 1) at = text.indexOf(element, at + 1);
  const isShort = at < 0 || at + 2 >= text.length;
  if (isShort && text.length - start < ISA_CHARACTERS_MAX) return null;
  const [component, terminator] = [text.charAt(at + 1), text.charAt(at + 2)];
  const signs = [element, component, terminator];
  const isPlain = signs.every((sign) => sign !== "" && !/[A-Za-z0-9 ]/.test(sign)) && new Set(signs).size === 3;
  if (isShort || at - start > ISA_CHARACTERS_MAX || !isPlain) {
    throw failure(
      `segment ${segmentsBefore + 1}: the ISA segment does not show the separators of the interchange; have the file sent again`,
    );
  }
  return { element, component, terminator };
}

function noInterchange(segmentsBefore: number): Error {
  const place = segmentsBefore === 0 ? "at its beginning" : `after segment ${segmentsBefore} (IEA)`;
  return failure(`${place} there is text that is no ISA segment; have the file sent again`);
}

/** The text itself is not shown: it may be a patient's. */
function noSegment(number: number, byte: number): Error {
  return failure(
    `segment ${number}, at byte ${byte + 1}, does not begin with the name of a segment: the file is damaged; have it sent again`,
  );
}

/** The end of the segment may be far behind, or nowhere: no segment of the guide is as long. */
function tooLong(number: number): Error {
  return failure(
    `segment ${number} has more than ${SEGMENT_CHARACTERS_MAX} characters: its end is missing; have the file sent again`,
  );
}

function nulByte(number: number, byte: number): Error {
  return failure(
    `segment ${number} has a NUL byte, at byte ${byte + 1}, which no text has: the file is damaged; have it sent again`,
  );
}

/** Reads all segments of a file until `onSegment` has enough. */
export async function readSegments(
  source: ByteSource,
  splitter: SegmentSplitter,
  onSegment: (segment: Segment) => "more" | "enough",
): Promise<"all" | "enough"> {
  let isEnough = false;
  for await (const chunk of source.chunks()) {
    splitter.add(chunk, (segment) => {
      isEnough ||= onSegment(segment) === "enough";
    });
    if (isEnough) return "enough";
  }
  return "all";
}
