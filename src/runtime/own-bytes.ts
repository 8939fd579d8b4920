/** Bytes that share their memory with nobody: it can be handed to another thread, or given back before its time. */
export type OwnBytes = Uint8Array<ArrayBuffer>;

/** The bytes themselves when they have memory of their own, or else a copy that has. */
export function owned(bytes: Uint8Array): OwnBytes {
  return isOwned(bytes) ? bytes : new Uint8Array(bytes);
}

/**
 * Gives memory back at once, after which there are no bytes. The garbage collector does not see how much it would
 * gain by collecting them: left to it, a hundred megabytes gather. What has been given back before stays so.
 */
export function free(bytes: Uint8Array): void {
  if (isOwned(bytes) && !bytes.buffer.detached) bytes.buffer.transfer(0);
}

function isOwned(bytes: Uint8Array): bytes is OwnBytes {
  const { buffer, byteLength } = bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
}
