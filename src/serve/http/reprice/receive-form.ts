import { Buffer } from "node:buffer";
import { createWriteStream } from "node:fs";
import type { IncomingMessage } from "node:http";
import { finished, Writable } from "node:stream";
import { Busboy, type BusboyFileStream, type BusboyInstance } from "@fastify/busboy";
import { OWNER_ONLY_FILE } from "../../../core/files/writing.ts";
import { quoted, withoutInvisible } from "../../../core/text/refusal.ts";
import { JOB_LIMITS } from "../../../reprice/limits.ts";
import { HTTP_LIMITS } from "../limits.ts";
import type { Problem } from "../problems.ts";
import { NO_DISK, TOO_LARGE } from "./refusals.ts";

/** The fields that are files: the one to price, and the claims (837) of a remittance (835). */
const FILE_FIELD = "file";
const CLAIMS_FIELD = "claims";
type FileField = typeof FILE_FIELD | typeof CLAIMS_FIELD;

/** Where the files of a form are written. */
type FormPaths = Readonly<Record<FileField, string>>;

/** The client's names of its files; null where the form has none. */
export interface FileNames {
  readonly fileName: string | null;
  readonly claimsName: string | null;
}

/**
 * The outcome of a form: its fields, with the file written; why it is refused; that it was stopped; or that its client left. The file is
 * closed.
 */
export type FormOutcome =
  | ({ readonly kind: "received"; readonly fields: ReadonlyMap<string, string> } & FileNames)
  | { readonly kind: "refused"; readonly problem: Problem }
  | { readonly kind: "stopped" }
  | { readonly kind: "left" };

/** Checks of the file while the form arrives. */
export interface FileChecks {
  /** Refuses the file by the fields before it, before any of it is read. */
  readonly before: (fields: ReadonlyMap<string, string>) => Problem | null;
  /** Receives every piece of the file; may refuse the rest. */
  readonly piece: (bytes: Buffer) => Problem | null;
}

/**
 * Receives a form (multipart/form-data), its file straight into a file on the disk: nothing of it is kept in memory. The client's name
 * of the file is passed on for lists and used for nothing else. Without paths the files are checked and not kept.
 */
export function receiveForm(
  request: IncomingMessage,
  paths: FormPaths | null,
  stop: AbortSignal,
  checks: FileChecks,
): Promise<FormOutcome> {
  const boundary = boundaryIn(request.headers["content-type"] ?? "");
  if (boundary === null) return Promise.resolve(refused(malformed(NO_BOUNDARY)));
  return new Reception(request, boundary, paths, stop, checks).outcome;
}

function parserFor(boundary: string): BusboyInstance {
  return new Busboy({
    // Rewritten, so that the parser finds the boundary that was checked.
    headers: { "content-type": `multipart/form-data; boundary="${boundary}"` },
    limits: FORM_LIMITS,
    isPartAFile: (name, _type, fileName) => isFileField(name ?? "") || fileName !== undefined,
  });
}

function isFileField(name: string): name is FileField {
  return name === FILE_FIELD || name === CLAIMS_FIELD;
}

class Reception {
  readonly outcome: Promise<FormOutcome>;
  readonly #request: IncomingMessage;
  readonly #parser: BusboyInstance;
  readonly #delimiters: FormDelimiters;
  readonly #paths: FormPaths | null;
  readonly #stop: AbortSignal;
  readonly #checks: FileChecks;
  readonly #fields = new Map<string, string>();
  readonly #settled = Promise.withResolvers<FormOutcome>();
  readonly #silence: NodeJS.Timeout;
  readonly #files = new Map<FileField, { readonly file: Writable; bytes: number }>();
  readonly #names = new Map<string, string | null>();
  #bytes = 0;
  #isOver = false;

  constructor(
    request: IncomingMessage,
    boundary: string,
    paths: FormPaths | null,
    stop: AbortSignal,
    checks: FileChecks,
  ) {
    const parser = parserFor(boundary);
    this.#request = request;
    this.#parser = parser;
    this.#delimiters = new FormDelimiters(boundary);
    this.#paths = paths;
    this.#stop = stop;
    this.#checks = checks;
    this.outcome = this.#settled.promise;
    this.#silence = setTimeout(() => this.#settle(refused(TOO_SLOW)), HTTP_LIMITS.formSilenceMillisecondsMax);
    request.on("data", this.#count);
    request.once("close", this.#leave);
    stop.addEventListener("abort", this.#end, { once: true });
    // The parser passes no name for a part without one.
    parser.on("file", (name: string | undefined, stream, fileName: string | undefined) => {
      this.#names.set(name ?? "", shownFileName(fileName ?? ""));
      this.#takeFile(name ?? "", stream);
    });
    parser.on("field", (name: string | undefined, value, isNameCut, isValueCut) => {
      if (name === undefined) this.#refuse("A part of it has no name.");
      else this.#takeField(name, value, isNameCut || isValueCut);
    });
    for (const limit of ["partsLimit", "fieldsLimit"] as const) {
      parser.on(limit, () => this.#refuse(`It has more than ${FORM_LIMITS.fields} fields.`));
    }
    parser.on("filesLimit", () => this.#refuse("It has more than two files."));
    parser.on("error", () => this.#refuse("It ends early, or its parts are not separated as the boundary says."));
    parser.once("finish", () => this.#finish());
    if (stop.aborted) this.#end();
    else request.pipe(parser);
  }

  readonly #count = (chunk: Buffer): void => {
    this.#silence.refresh();
    this.#bytes += chunk.length;
    if (this.#bytes > FORM_BYTES_MAX) this.#settle(refused(TOO_LARGE));
    const fault = this.#delimiters.faultIn(chunk);
    if (fault !== null) this.#refuse(fault);
  };

  /** Also called when all has arrived. */
  readonly #leave = (): void => {
    if (!this.#request.readableEnded) this.#settle({ kind: "left" });
  };

  readonly #end = (): void => this.#settle({ kind: "stopped" });

  #takeFile(name: string, stream: BusboyFileStream): void {
    stream.on("error", () => {});
    if (!isFileField(name) || this.#files.has(name) || this.#isOver) {
      stream.resume();
      this.#refuse(
        `${quoted(name)} is a file; the one file is to be sent as ${FILE_FIELD}, and the claims of a remittance as ${CLAIMS_FIELD}.`,
      );
      return;
    }
    const problem = this.#checks.before(this.#fields);
    if (problem !== null) {
      stream.resume();
      this.#settle(refused(problem));
      return;
    }
    const path = this.#paths?.[name] ?? null;
    const file = path === null ? nowhere() : createWriteStream(path, { flags: "wx", mode: OWNER_ONLY_FILE });
    const taken = { file, bytes: 0 };
    this.#files.set(name, taken);
    file.on("error", () => this.#settle(refused(NO_DISK)));
    stream.once("limit", () => this.#settle(refused(TOO_LARGE)));
    stream.on("data", (piece: Buffer) => {
      taken.bytes += piece.length;
      const refusal = this.#checks.piece(piece);
      if (refusal !== null) this.#settle(refused(refusal));
    });
    stream.pipe(file);
  }

  #takeField(name: string, value: string, isCut: boolean): void {
    if (isCut) this.#refuse(`${quoted(name)} is longer than ${FORM_LIMITS.fieldSize} bytes.`);
    else if (this.#fields.has(name)) this.#refuse(`${quoted(name)} is there twice.`);
    else this.#fields.set(name, value);
  }

  #finish(): void {
    if (!this.#files.has(FILE_FIELD)) {
      this.#refuse(`It has no file. Send the file as ${FILE_FIELD}, with a file name.`);
      return;
    }
    // The last bytes may still be on their way to the disk; an error there has settled the outcome already.
    let open = this.#files.size;
    const close = () => {
      open -= 1;
      if (open > 0) return;
      const empty = [...this.#files].find(([, { bytes }]) => bytes === 0);
      if (empty !== undefined) this.#settle(refused({ code: "invalid_form", detail: EMPTY[empty[0]] }));
      else this.#settle({ kind: "received", fields: this.#fields, ...this.#fileNames });
    };
    for (const { file } of this.#files.values()) finished(file, close);
  }

  get #fileNames(): FileNames {
    const nameOf = (field: FileField) => this.#names.get(field) ?? null;
    return { fileName: nameOf(FILE_FIELD), claimsName: nameOf(CLAIMS_FIELD) };
  }

  #refuse(detail: string): void {
    this.#settle(refused(malformed(detail)));
  }

  #settle(outcome: FormOutcome): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#silence);
    this.#request.off("data", this.#count);
    this.#request.off("close", this.#leave);
    this.#stop.removeEventListener("abort", this.#end);
    this.#request.unpipe(this.#parser);
    const settle = () => this.#settled.resolve(outcome);
    if (outcome.kind === "received") settle();
    else {
      this.#parser.destroy();
      // A file takes disk space until it is closed.
      const open = [...this.#files.values()].filter(({ file }) => !file.closed);
      let left = open.length;
      const close = () => {
        left -= 1;
        if (left === 0) settle();
      };
      if (left === 0) settle();
      for (const { file } of open) file.destroy().once("close", close);
    }
  }
}

const EMPTY: Readonly<Record<FileField, string>> = {
  file: "The file is empty: it has 0 bytes. Export it again, and send the file with the claims in it.",
  claims: "The file with the claims of the remittance is empty. Send it again, or leave it out.",
};

/** Control characters would break the lines of a list or of a terminal. */
const CONTROL = /\p{Cc}/gu;

/** A file name as a list can show it: without folders of the client, invisible characters and control characters. Null when nothing is left. */
export function shownFileName(sent: string): string | null {
  const name = withoutInvisible(sent).replace(CONTROL, "").split(/[/\\]/).at(-1)?.trim() ?? "";
  return name === "" ? null : name.slice(0, JOB_LIMITS.fileNameCharactersMax);
}

function nowhere(): Writable {
  return new Writable({ write: (_piece, _encoding, done) => done() });
}

function refused(problem: Problem): FormOutcome {
  return { kind: "refused", problem };
}

function malformed(detail: string): Problem {
  return { code: "invalid_form", detail: `The form cannot be read. ${detail}` };
}

const NO_BOUNDARY = "Content-Type has no boundary of 1 to 70 letters, digits or signs (RFC 2046, 5.1.1).";

const TOO_SLOW: Problem = {
  code: "request_timeout",
  detail: `Nothing of the file arrived for ${HTTP_LIMITS.formSilenceMillisecondsMax / 1_000} seconds. Send it again.`,
};

/** RFC 2046, 5.1.1: up to 70 of these characters, the last of them no space. */
const BOUNDARY = /;\s*boundary\s*=\s*(?:"([^"]*)"|([^\s;"]+))\s*(?:;|$)/i;
const ALLOWED = /^[\w'()+,\-./:=? ]{0,69}[\w'()+,\-./:=?]$/;

/** The boundary that a Content-Type declares; null when there is none that is allowed. */
function boundaryIn(contentType: string): string | null {
  const [, quoted, plain] = BOUNDARY.exec(contentType) ?? [];
  const boundary = quoted ?? plain ?? "";
  return ALLOWED.test(boundary) ? boundary : null;
}

const LINE_END = Buffer.from("\r\n");
const HEAD_END = Buffer.from("\r\n\r\n");
const CLOSING = Buffer.from("--");
/** RFC 7578, 4.2: every part has it. The parser skips a part without it, and a file that it cuts in two would lose its end. */
const DISPOSITION = /\r\ncontent-disposition:[ \t]*form-data[ \t]*(?:;|\r\n)/i;
const PADDING = /^[ \t]*$/;

/**
 * Checks the lines between the parts of a form. The parser accepts every line that begins with the boundary as a delimiter, and waits for
 * ever when the headers of a part do not end. This refuses such a form at once (RFC 2046, 5.1.1 forbids it).
 */
class FormDelimiters {
  readonly #delimiter: Buffer;
  /** Unchecked bytes. A form may begin with a delimiter, which then has no line before it. */
  #rest = LINE_END;
  #reads: "body" | "head" | "nothing" = "body";
  /** Whether the unchecked bytes begin with the end of a part's headers. */
  #isAfterHead = false;

  constructor(boundary: string) {
    this.#delimiter = Buffer.from(`\r\n--${boundary}`);
  }

  /** Why the form cannot be read; null if it can so far. */
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
    // A long line is no padding.
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

const KIBIBYTE = 1024;

/** What a form may consist of beside its file. */
export const FORM_LIMITS = {
  /** The longest name of a field has ten letters; longer ones are refused by name. */
  fieldNameSize: 100,
  /** The meanings of a thousand columns. */
  fieldSize: 64 * KIBIBYTE,
  /** Twice as many as there are. */
  fields: 18,
  /** The file, and the claims of a remittance. */
  files: 2,
  fileSize: JOB_LIMITS.fileBytesMax,
  /** One more than fields and files: the first that is too many is refused as such. */
  parts: 21,
  /** The headers of a part are two or three short lines. */
  headerPairs: 10,
  headerSize: 8 * KIBIBYTE,
} as const;

/** The whole body: the file, every field at its longest, and the delimiters. */
export const FORM_BYTES_MAX =
  JOB_LIMITS.fileBytesMax + FORM_LIMITS.parts * (FORM_LIMITS.fieldSize + FORM_LIMITS.headerSize);
