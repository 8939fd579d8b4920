import { StringDecoder } from "node:string_decoder";
import { Parser } from "htmlparser2";
import type { ByteSource } from "../bytes.ts";
import { damagedWorkbook } from "./damaged.ts";

/** Elements stand some ten deep in a workbook; every closing tag looks through those that are open. */
const DEPTH_MAX = 100;
/** A tag, a comment or a CDATA section is held in memory until it ends; the longest real one has some kilobytes. */
const TAG_CHARACTERS_MAX = 1 << 20;

export type Attributes = Readonly<Record<string, string>>;

/** What is done with the elements of an XML part; names come without their namespace prefix. */
export interface XmlReader {
  open(name: string, attributes: Attributes): void;
  close?(name: string): void;
  /** A piece of text; texts may come in several. */
  text?(text: string): void;
  /** Whether nothing more needs to be read. */
  readonly hasEnough?: boolean;
}

/** Reads an XML part of a workbook as a stream. Entities that a document declares for itself are never expanded. */
export async function readXml(part: ByteSource, reader: XmlReader): Promise<void> {
  const decoder = new StringDecoder("utf8");
  let depth = 0;
  let charactersSinceTag = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        charactersSinceTag = 0;
        depth += 1;
        if (depth > DEPTH_MAX) throw damagedWorkbook(`${part.name} has elements more than ${DEPTH_MAX} deep`);
        if (reader.hasEnough !== true) reader.open(withoutPrefix(name), attributes);
      },
      onclosetag(name) {
        charactersSinceTag = 0;
        depth -= 1;
        if (reader.hasEnough !== true) reader.close?.(withoutPrefix(name));
      },
      ontext(text) {
        charactersSinceTag = 0;
        if (reader.hasEnough !== true) reader.text?.(text);
      },
      onprocessinginstruction(name) {
        charactersSinceTag = 0;
        if (!name.startsWith("!")) return;
        throw damagedWorkbook(`${part.name} declares a document type, which no spreadsheet program does`);
      },
    },
    { xmlMode: true },
  );
  for await (const chunk of part.chunks()) {
    charactersSinceTag += chunk.length;
    parser.write(decoder.write(chunk));
    if (reader.hasEnough === true) return;
    if (charactersSinceTag > TAG_CHARACTERS_MAX) {
      throw damagedWorkbook(`${part.name} has a tag of more than ${TAG_CHARACTERS_MAX} characters`);
    }
  }
  parser.write(decoder.end());
  if (depth > 0) throw damagedWorkbook(`${part.name} ends inside an element`);
  parser.end();
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/** An attribute whatever its namespace prefix is: `r:id`, `ns:id` or `id`. */
export function attributeNamed(name: string, attributes: Attributes): string | undefined {
  const written = Object.keys(attributes).find((each) => !each.startsWith("xmlns:") && withoutPrefix(each) === name);
  return written === undefined ? undefined : attributes[written];
}
