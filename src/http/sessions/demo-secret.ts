import { createHash, timingSafeEqual } from "node:crypto";
import type { DemoAccess } from "../../operations/configuration.ts";

/**
 * The demo key is for people who see what `ratebook start` prints: an address with a secret in its fragment, which browsers
 * send to no server. The page sends the secret as `Authorization: Demo <secret>`. The address of the connection and the Host
 * header prove nothing: behind a proxy on the same machine the whole world has both.
 */
const SCHEME = /^demo +([A-Za-z0-9_-]{1,100})$/i;

/** The secret of an Authorization header; null when it has another scheme. */
export function shownDemoSecret(header: string | undefined): string | null {
  return (header !== undefined && SCHEME.exec(header)?.[1]) || null;
}

/** Compared as hashes, which have the same length, in a time that tells nothing (timing attack). */
export function isDemoSecret(shown: string, { secret }: DemoAccess): boolean {
  return timingSafeEqual(hashed(shown), hashed(secret));
}

function hashed(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
