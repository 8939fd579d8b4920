/** The text of an answer; throws when it is longer than so many bytes, without reading the rest. */
export async function boundedText(body: ReadableStream<Uint8Array> | null, bytesMax: number): Promise<string> {
  if (body === null) return "";
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.byteLength;
    if (bytes > bytesMax) throw new Error(`its answer has more than ${bytesMax} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}
