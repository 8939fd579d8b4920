import type { ByteSource } from "../../../imports/sources/bytes.ts";
import { failure } from "../../../runtime/failure.ts";

export type Utf16 = "utf-16le" | "utf-16be";

/** Which half of a character comes first: a mark tells, or where the zero beside the first letter stands. */
export function utf16Of([first, second]: Buffer): Utf16 {
  const isBigEndian = first === 0 || (first === 0xfe && second === 0xff);
  return isBigEndian ? "utf-16be" : "utf-16le";
}

/** A text in UTF-16, read as UTF-8. */
export function fromUtf16(source: ByteSource, encoding: Utf16): ByteSource {
  return {
    ...source,
    async *chunks() {
      const decoder = new TextDecoder(encoding, { fatal: true });
      const decoded = (chunk: Buffer, stream: boolean): Buffer => {
        try {
          return Buffer.from(decoder.decode(chunk, { stream }));
        } catch {
          throw failure("the text is UTF-16 with half a character in it: it is damaged or cut off; export it again");
        }
      };
      for await (const chunk of source.chunks()) yield decoded(chunk, true);
      yield decoded(Buffer.alloc(0), false);
    },
  };
}
