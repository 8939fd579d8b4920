import { Buffer } from "node:buffer";
import { FORM_LIMITS } from "./form-limits.ts";

/** RFC 2046, 5.1.1: up to 70 of these characters, the last of them no space. */
const BOUNDARY = /;\s*boundary\s*=\s*(?:"([^"]*)"|([^\s;"]+))\s*(?:;|$)/i;
const ALLOWED = /^[\w'()+,\-./:=? ]{0,69}[\w'()+,\-./:=?]$/;

/** The boundary that a Content-Type declares; null when there is none that is allowed. */
export function boundaryIn(contentType: string): string | null {
  const [, quoted, plain] = BOUNDARY.exec(contentType) ?? [];
  const boundary = quoted ?? plain ?? "";
  return ALLOWED.test(boundary) ? boundary : null;
}

const LINE_END = Buffer.from("\r\n");
const HEAD_END = Buffer.from("\r\n\r\n");
const CLOSING = Buffer.from("--");
/** RFC 7578, 4.2: every part has it. The parser skips a part without it, and a file that it cuts in two would lose its end. */
const DISPOSITION = /\r\ncontent-disposition:[ \t]*form-data[ \t]*(?:;|\r\n)/i;
/** What may follow a boundary on its line. */
const PADDING = /^[ \t]*$/;

/**
 * Checks the lines between the parts of a form. The parser takes every line that begins with the boundary for a delimiter, and
 * waits for ever when the headers of a part do not end: so this refuses such a form at once (RFC 2046, 5.1.1 forbids it).
 */
export class FormDelimiters {
  readonly #delimiter: Buffer;
  /** Bytes that are not checked yet. A form may begin with a delimiter, which then has no line before it. */
  #rest = LINE_END;
  #reads: "body" | "head" | "nothing" = "body";
  /** Whether the bytes that are not checked yet begin with the end of a part's headers. */
  #isAfterHead = false;

  constructor(boundary: string) {
    this.#delimiter = Buffer.from(`\r\n--${boundary}`);
  }

  /** Why the form cannot be read; null as long as it can. */
  faultIn(piece: Buffer): string | null {
    if (this.#reads === "nothing") return null;
    this.#rest = Buffer.concat([this.#rest, piece]);
    for (;;) {
      const step = this.#reads === "head" ? this.#readHead() : this.#readBody();
      if (step !== "further") return step === "wait" ? null : step;
    }
  }

  /** To the next delimiter, and the end of its line. */
  #readBody(): string {
    const at = this.#rest.indexOf(this.#delimiter);
    if (at === 0 && this.#isAfterHead) return HEAD_GOES_ON;
    if (at > 0 || this.#rest.length >= this.#delimiter.length) this.#isAfterHead = false;
    if (at < 0) {
      this.#rest = this.#rest.subarray(Math.max(0, this.#rest.length - this.#delimiter.length + 1));
      return "wait";
    }
    const after = this.#rest.subarray(at + this.#delimiter.length);
    if (after.length < CLOSING.length) return this.#waitFrom(at);
    if (after.subarray(0, CLOSING.length).equals(CLOSING)) {
      this.#reads = "nothing";
      return "wait";
    }
    const end = after.indexOf(LINE_END);
    // A line that goes on for long is none of padding.
    if (end < 0 && PADDING.test(after.toString("latin1", 0, after.length - 1))) return this.#waitFrom(at);
    if (end < 0 || !PADDING.test(after.toString("latin1", 0, end))) return LINE_GOES_ON;
    this.#rest = after.subarray(end);
    this.#reads = "head";
    return "further";
  }

  /** To the empty line after the headers of a part. */
  #readHead(): string {
    const end = this.#rest.indexOf(HEAD_END);
    const next = this.#rest.indexOf(this.#delimiter);
    const isEnded = end >= 0 && (next < 0 || end < next);
    if (!isEnded && (next >= 0 || this.#rest.length > FORM_LIMITS.headerSize)) return HEAD_GOES_ON;
    if (!isEnded) return "wait";
    const afterLines = end + LINE_END.length;
    if (!DISPOSITION.test(this.#rest.toString("latin1", 0, afterLines))) return NO_DISPOSITION;
    this.#rest = this.#rest.subarray(afterLines);
    this.#reads = "body";
    this.#isAfterHead = true;
    return "further";
  }

  #waitFrom(at: number): string {
    this.#rest = this.#rest.subarray(at);
    return this.#rest.length > FORM_LIMITS.headerSize ? LINE_GOES_ON : "wait";
  }
}

const LINE_GOES_ON =
  "A line begins with the boundary and goes on after it. Choose a boundary that no line of the file begins with.";
const NO_DISPOSITION =
  "A part has no header Content-Disposition: form-data. Choose a boundary that is no line of the file, and let an HTTP library build the form.";
const HEAD_GOES_ON = "The headers of a part do not end with an empty line.";
