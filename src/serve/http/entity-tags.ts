import { createHash } from "node:crypto";
import { type Body, isInParts } from "./answer-body.ts";

/** Tags of bytes that many answers share: they are hashed once. */
const tags = new WeakMap<Buffer, string>();

/**
 * The entity tag of an answer: a hash of its content. So it changes with everything that the content depends on: the release, the states of
 * the key, the day, the version of the program. It is weak, since a compressed answer has the tag of the plain one (RFC 9110, 8.8.3).
 */
export function entityTag(body: Body): string {
  if (!Buffer.isBuffer(body)) return hashed(body);
  const tag = tags.get(body) ?? hashed(body);
  tags.set(body, tag);
  return tag;
}

function hashed(body: Body): string {
  const hash = createHash("sha256");
  if (isInParts(body)) for (const part of body) hash.update(part);
  else hash.update(body);
  return `W/"${hash.digest("base64url")}"`;
}

const OPAQUE_TAG = /"[^"]*"/g;

/** Whether an If-None-Match header names a tag, among others or by `*`. Strong and weak tags compare alike (RFC 9110, 13.1.2). */
export function isKnownTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === "*") return true;
  const opaque = tag.slice("W/".length);
  return header.match(OPAQUE_TAG)?.includes(opaque) ?? false;
}
