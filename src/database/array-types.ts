/** Arrays of one level that our statements and the queue's have, as PostgreSQL numbers them, and what their elements are read as. */
const ARRAYS: readonly { readonly oid: number; readonly read: (text: string) => unknown }[] = [
  { oid: 1007, read: Number }, // integer[]
  { oid: 1016, read: String }, // bigint[], which may be larger than a number holds exactly
  { oid: 1009, read: String }, // text[]
  { oid: 1015, read: String }, // varchar[]
  { oid: 2951, read: String }, // uuid[]
  { oid: 1182, read: String }, // date[]
];

/**
 * For the driver, instead of its question after the arrays there are: it asks with every connection that it makes, and when that is cut meanwhile
 * nobody hears the answer, which ends the process (postgres.js 3.4.9, `fetchArrayTypes`).
 */
export const ARRAY_TYPES = Object.fromEntries(
  ARRAYS.map(({ oid, read }) => [
    `array${oid}`,
    { to: oid, from: [oid], serialize: arrayText, parse: (text: string) => elementsOf(text, read) },
  ]),
);

function arrayText(values: unknown): string {
  if (!Array.isArray(values)) return String(values);
  const elements = values.map((value: unknown) =>
    value === null ? "NULL" : `"${String(value).replace(/["\\]/g, "\\$&")}"`,
  );
  return `{${elements.join(",")}}`;
}

const ELEMENT = /"((?:[^"\\]|\\.)*)"|([^",{}]+)/gs;

function elementsOf(text: string, read: (text: string) => unknown): unknown[] {
  return [...text.matchAll(ELEMENT)].map(([, quoted, plain = ""]) => {
    if (quoted !== undefined) return read(quoted.replace(/\\(.)/gs, "$1"));
    return plain === "NULL" ? null : read(plain);
  });
}
