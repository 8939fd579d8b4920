import { JOB_LIMITS } from "../../../reprice/jobs/limits.ts";

const KIBIBYTE = 1024;

/** What a form may consist of beside its file. */
export const FORM_LIMITS = {
  /** The longest name of a field has ten letters; longer ones are refused by name. */
  fieldNameSize: 100,
  /** What each of a thousand columns is. */
  fieldSize: 64 * KIBIBYTE,
  /** Twice as many as there are. */
  fields: 18,
  files: 1,
  fileSize: JOB_LIMITS.fileBytesMax,
  /** One more than fields and files: the first that is too many is told as such. */
  parts: 20,
  /** The headers of a part are two or three short lines. */
  headerPairs: 10,
  headerSize: 8 * KIBIBYTE,
} as const;

/** The whole body: the file, every field at its longest, and what stands between them. */
export const FORM_BYTES_MAX =
  JOB_LIMITS.fileBytesMax + FORM_LIMITS.parts * (FORM_LIMITS.fieldSize + FORM_LIMITS.headerSize);
