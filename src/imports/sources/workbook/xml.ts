import { StringDecoder } from "node:string_decoder";
import { Parser } from "htmlparser2";
import { failure } from "../../../core/runtime/failure.ts";
import type { ByteSource } from "../bytes.ts";

/** Elements of a workbook are some ten deep; every closing tag searches the open ones. */
const DEPTH_MAX = 100;
/** Names of elements and attributes have some twenty characters. The names of open elements stay in memory. */
const NAME_CHARACTERS_MAX = 255;
/**
 * The most characters between the ends of two tags: text, entities, CDATA, comments, instructions, and the second tag with its
 * attributes. The parser keeps all of it until the tag ends. The longest text of a cell, in entities alone, takes a third of it.
 */
const RUN_CHARACTERS_MAX = 1 << 20;
/** A run is measured after each piece, so it can exceed its limit by one piece. */
const PIECE_BYTES = 64 * 1024;

export type Attributes = Readonly<Record<string, string>>;

/** Receives the elements of an XML part; names have no namespace prefix. */
export interface XmlReader {
  open(name: string, attributes: Attributes): void;
  close?(name: string): void;
  /** A piece of text; a text may arrive in several. */
  text?(text: string): void;
  readonly hasEnough?: boolean;
  /** The reader's position for messages: `cell A1 of sheet "Fees"`; null when the part's name is enough. */
  readonly place?: string | null;
}

/** Reads an XML part of a workbook as a stream. A document's own entities are never expanded. */
export async function readXml(part: ByteSource, reader: XmlReader): Promise<void> {
  const decoder = new StringDecoder("utf8");
  let depth = 0;
  let written = 0;
  let runStart = 0;
  const refuseLongName = (name: string) => {
    if (name.length <= NAME_CHARACTERS_MAX) return;
    throw damagedWorkbook(`${placeIn(part, reader)} has a name of more than ${NAME_CHARACTERS_MAX} characters`);
  };
  const endRun = () => {
    runStart = parser.endIndex;
  };
  const parser: Parser = new Parser(
    {
      onopentagname: refuseLongName,
      onattribute: refuseLongName,
      onopentag(name, attributes) {
        endRun();
        depth += 1;
        if (depth > DEPTH_MAX) throw damagedWorkbook(`${part.name} has elements more than ${DEPTH_MAX} deep`);
        if (reader.hasEnough !== true) reader.open(withoutPrefix(name), attributes);
      },
      onclosetag(name) {
        endRun();
        depth -= 1;
        if (reader.hasEnough !== true) reader.close?.(withoutPrefix(name));
      },
      ontext(text) {
        if (reader.hasEnough !== true) reader.text?.(text);
      },
      onprocessinginstruction(name) {
        if (!name.startsWith("!")) return;
        throw damagedWorkbook(`${part.name} declares a document type, which no spreadsheet program does`);
      },
    },
    { xmlMode: true },
  );
  for await (const chunk of part.chunks()) {
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
      const piece = decoder.write(chunk.subarray(at, at + PIECE_BYTES));
      written += piece.length;
      parser.write(piece);
      if (reader.hasEnough === true) return;
      if (written - runStart > RUN_CHARACTERS_MAX) throw longRun(part, reader);
    }
  }
  parser.write(decoder.end());
  if (depth > 0) throw damagedWorkbook(`${part.name} ends inside an element`);
  parser.end();
}

function longRun(part: ByteSource, reader: XmlReader): Error {
  return failure(
    `${placeIn(part, reader)} has more than ${RUN_CHARACTERS_MAX} characters in one text, tag or comment of its XML, which no spreadsheet program writes; open the workbook in one and save it as XLSX, or save the sheet as CSV`,
  );
}

function placeIn(part: ByteSource, { place }: XmlReader): string {
  return place ?? part.name;
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/** An attribute with any namespace prefix: `r:id`, `ns:id` or `id`. */
export function attributeNamed(name: string, attributes: Attributes): string | undefined {
  const written = Object.keys(attributes).find((each) => !each.startsWith("xmlns:") && withoutPrefix(each) === name);
  return written === undefined ? undefined : attributes[written];
}

/** Limit for one cell or shared text: the longest has 32,767 characters, and few have a hundred runs of ten elements each. */
const TEXT_ELEMENTS_MAX = 100_000;
/** Limit for a whole workbook. Each takes one to three microseconds. Counted publications have some two hundred; 20,000 texts of five runs have as many. */
const FURTHER_ELEMENTS_MAX = 1_000_000;

const REMEDY = "save the sheet as CSV, or copy its cells as values into a new workbook";

interface Place {
  readonly place?: string | null;
}

/**
 * Counts elements of a workbook besides rows, cells and values: runs and pronunciations, merged cells, defined names, styles. A few
 * packed kilobytes can unpack to millions of them, which cost time and are not part of the table.
 */
export class FurtherElements {
  readonly #countMax: number;
  readonly #byPart = new Map<string, PartElements>();

  constructor(countMax = FURTHER_ELEMENTS_MAX) {
    this.#countMax = countMax;
  }

  /** Starts the count of one reading of a part; its earlier readings no longer count. */
  of(part: ByteSource): PartElements {
    this.#byPart.delete(part.name);
    const others = [...this.#byPart.values()].reduce((sum, { count }) => sum + count, 0);
    const elements = new PartElements(part.name, this.#countMax, others);
    this.#byPart.set(part.name, elements);
    return elements;
  }
}

export class PartElements {
  readonly #part: string;
  readonly #countMax: number;
  readonly #others: number;
  count = 0;

  /** `countMax`: of the whole workbook, of which its other parts have `others`. */
  constructor(part: string, countMax: number, others: number) {
    this.#part = part;
    this.#countMax = countMax;
    this.#others = others;
  }

  /** `inText`: the number so far in the same cell or shared text. Throws at the first one too many. */
  add(at: Place, inText = 0): void {
    this.count += 1;
    if (inText > TEXT_ELEMENTS_MAX) {
      throw failure(`${this.#place(at)} has more than ${TEXT_ELEMENTS_MAX} elements in its XML; ${REMEDY}`);
    }
    if (this.count + this.#others > this.#countMax) {
      throw failure(
        `the workbook has more than ${this.#countMax} elements beside its rows and values (formats, merged cells, names, runs of text), the last one in ${this.#place(at)}; ${REMEDY}`,
      );
    }
  }

  #place({ place }: Place): string {
    return place ?? this.#part;
  }
}

export function damagedWorkbook(reason: string): Error {
  return failure(
    `the workbook is damaged or cut off (${reason}); download it again, or open it in a spreadsheet program and save it as XLSX`,
  );
}
