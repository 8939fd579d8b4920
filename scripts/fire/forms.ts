import type { Sent } from "./http.ts";

/** A field of a form, or its file. */
export interface FormPart {
  readonly name: string;
  readonly content: string | Buffer;
  /** Makes the part a file. */
  readonly fileName?: string;
}

export const BOUNDARY = "ratebook-fire-boundary";

export function formType(boundary = BOUNDARY): string {
  return `multipart/form-data; boundary=${boundary}`;
}

/** The bytes of a well-formed form (`multipart/form-data`). */
export function formBody(parts: readonly FormPart[], boundary = BOUNDARY): Buffer {
  const pieces = parts.flatMap(({ name, content, fileName }) => {
    const file = fileName === undefined ? "" : `; filename="${fileName}"`;
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`;
    return [Buffer.from(head), Buffer.from(content as string), Buffer.from("\r\n")];
  });
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]);
}

/** The parts of an upload of claims: the fields, then the file, which takes the longest. */
export function uploadParts(file: string | Buffer, fields: Readonly<Record<string, string>> = {}): readonly FormPart[] {
  const all = { state: "ca", setting: "outpatient", ...fields };
  const parts = Object.entries(all).map(([name, content]) => ({ name, content }));
  return [...parts, { name: "file", content: file, fileName: "claims.csv" }];
}

export function formRequest(path: string, key: string, body: Buffer, boundary = BOUNDARY): Sent {
  const headers = { authorization: `Bearer ${key}`, "content-type": formType(boundary) };
  return { method: "POST", path, headers, body };
}
