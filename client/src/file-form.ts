import type { SentBody } from "./attempt.ts";
import { fault } from "./fields.ts";
import type { Fault, paths } from "./generated/openapi.ts";
import { FILE_BYTES_MAX } from "./generated/service.ts";

/**
 * A file of claims: a Blob or File, its bytes, its text, the path of a file (on Node, Deno and Bun), or a stream. A stream can be read once,
 * so a request with one is sent once.
 */
export type ClaimsFile =
  | Blob
  | Uint8Array<ArrayBuffer>
  | string
  | { readonly path: string }
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>;

/** The form of a file to reprice. */
type RepricingForm = paths["/reprice"]["post"]["requestBody"]["content"]["multipart/form-data"];

/** The members of an order that are no text: lists of names, and what columns are, by heading. */
interface StructuredMembers {
  readonly columns: Readonly<Record<string, string | null>>;
  readonly fields: readonly string[];
  readonly by: readonly string[];
}

/** How a file is repriced. A member that is null or undefined counts as absent. */
export type RepricingOrder = {
  readonly [Name in keyof RepricingForm as Exclude<Name, "file" | "claims" | "state" | "setting" | "dry_run">]?:
    | (Name extends keyof StructuredMembers ? StructuredMembers[Name] : RepricingForm[Name])
    | null
    | undefined;
} & {
  /** The claims (837) of a remittance (835). */
  readonly claims?: ClaimsFile | null | undefined;
};

/** The members of an order that are sent as lists with commas. */
const LISTS = ["fields", "by"] as const;

/** Errors in an order that cannot be sent. */
export function orderFaults(order: RepricingOrder): readonly Fault[] {
  return LISTS.filter((name) => order[name]?.some((entry) => entry.includes(","))).map((name) =>
    fault(name, `${name} is not valid: expected names without a comma, which separates them.`),
  );
}

/** The fields of the form in the order of sending: all of them before the files. */
export function formFields(
  lookup: { readonly state: string; readonly setting: string },
  { columns, fields, by, claims: _file, ...others }: RepricingOrder,
  isDryRun: boolean,
): readonly (readonly [name: string, value: string])[] {
  const all = {
    ...lookup,
    ...others,
    columns: columns == null ? null : JSON.stringify(columns),
    fields: fields?.join(",") ?? null,
    by: by?.join(",") ?? null,
    dry_run: isDryRun ? true : null,
  };
  return Object.entries(all).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)] as const]));
}

export interface FileForm {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: () => SentBody;
  /** Whether it can be sent again: a stream cannot. */
  readonly isRepeatable: boolean;
  /** The error of the caller's stream; null while there is none. */
  readonly sourceFailure: () => SourceFailure | null;
}

/** An error that the caller's stream threw. JavaScript lets it be a value of every type. */
interface SourceFailure {
  readonly cause: unknown;
}

type Fields = readonly (readonly [name: string, value: string])[];

/** A file of the form under the name of its field. */
interface FormFile {
  readonly name: "file" | "claims";
  readonly content: Blob | Stream;
}

/** The form of a file, and of the claims of a remittance beside it; null without them. */
export async function fileForm(file: ClaimsFile, claims: ClaimsFile | null, fields: Fields): Promise<FileForm | Fault> {
  const files: readonly FormFile[] = [
    { name: "file", content: await contentOf("file", file) },
    ...(claims === null ? [] : [{ name: "claims", content: await contentOf("claims", claims) } as const]),
  ];
  const bytes = files.reduce((sum, { content }) => sum + (content instanceof Blob ? content.size : 0), 0);
  if (bytes > FILE_BYTES_MAX) {
    const counted = claims === null ? "it has" : "it has, with its claims,";
    return fault("file", `file is not valid: ${counted} ${bytes} bytes, and ${FILE_BYTES_MAX} are the most. Split it.`);
  }
  const form = new FormData();
  for (const [name, value] of fields) form.set(name, value);
  for (const { name, content } of files) {
    if (!(content instanceof Blob)) return streamedForm(files, fields);
    form.set(name, content, "claims");
  }
  return { headers: {}, body: () => form, isRepeatable: true, sourceFailure: () => null };
}

type Stream = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/** A file in memory or on the disk, or a stream. */
async function contentOf(name: string, file: ClaimsFile): Promise<Blob | Stream> {
  if (file instanceof Blob) return file;
  if (typeof file === "string" || file instanceof Uint8Array) return new Blob([file]);
  if ("path" in file) return await fileAt(file.path);
  if ("getReader" in file || Symbol.asyncIterator in file) return file;
  throw new TypeError(`${name} is not valid: expected a Blob, bytes, a text, { path } or a stream.`);
}

interface FileSystem {
  readonly openAsBlob: (path: string) => Promise<Blob>;
}

/** The file at a path, read from the disk while it is sent. Loaded from the platform at run time, so that the package has no import of it. */
async function fileAt(path: string): Promise<Blob> {
  const { process } = globalThis as {
    readonly process?: { readonly getBuiltinModule?: (name: string) => FileSystem | undefined };
  };
  const files = process?.getBuiltinModule?.("node:fs");
  if (files !== undefined) return await files.openAsBlob(path);
  throw new TypeError("file is not valid: this platform opens no path (Node 20.16, Deno or Bun do). Pass a Blob.");
}

/** The form of a stream, written piece by piece: nothing of the file is kept in memory (RFC 7578). */
function streamedForm(files: readonly FormFile[], fields: Fields): FileForm {
  const boundary = `ratebook-${crypto.randomUUID()}`;
  let sourceFailure: SourceFailure | null = null;
  const pieces = formPieces(boundary, files, fields, (cause) => {
    sourceFailure = { cause };
  });
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await pieces.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => {
      await pieces.return();
    },
  });
  const headers = { "content-type": `multipart/form-data; boundary=${boundary}` };
  return { headers, body: () => body, isRepeatable: false, sourceFailure: () => sourceFailure };
}

type Pieces = AsyncGenerator<Uint8Array, void, undefined>;

async function* formPieces(
  boundary: string,
  files: readonly FormFile[],
  fields: Fields,
  onFailure: (error: unknown) => void,
): Pieces {
  const encoder = new TextEncoder();
  const head = (about: string) => `--${boundary}\r\ncontent-disposition: form-data; ${about}\r\n\r\n`;
  yield encoder.encode(fields.map(([name, value]) => `${head(`name="${name}"`)}${value}\r\n`).join(""));
  for (const { name, content } of files) {
    yield encoder.encode(head(`name="${name}"; filename="claims"\r\ncontent-type: application/octet-stream`));
    yield* bytesOf(content instanceof Blob ? content.stream() : content, onFailure);
    yield encoder.encode("\r\n");
  }
  yield encoder.encode(`--${boundary}--\r\n`);
}

/** The bytes of a stream. Reports its error, which the platform's fetch would report as a failed connection. */
async function* bytesOf(file: Stream, onFailure: (error: unknown) => void): Pieces {
  try {
    if (Symbol.asyncIterator in file) yield* file;
    else {
      const reader = (file as ReadableStream<Uint8Array>).getReader();
      for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
    }
  } catch (error) {
    onFailure(error);
    throw error;
  }
}
