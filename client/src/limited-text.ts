/** Says that an answer is longer than allowed. */
export const TOO_LARGE: unique symbol = Symbol("too large");

/** The text of an answer of at most so many bytes; of a longer one no more is read. Rejects when it ends early or is not UTF-8. */
export async function limitedText(response: Response, bytesMax: number): Promise<string | typeof TOO_LARGE> {
  const { body } = response;
  if (body === null) return "";
  if (Number(response.headers.get("content-length") ?? 0) > bytesMax) {
    await body.cancel();
    return TOO_LARGE;
  }
  const reader = body.getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const parts: string[] = [];
  let bytes = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.byteLength;
    if (bytes > bytesMax) {
      await reader.cancel();
      return TOO_LARGE;
    }
    parts.push(decoder.decode(part.value, { stream: true }));
  }
  parts.push(decoder.decode());
  return parts.join("");
}
