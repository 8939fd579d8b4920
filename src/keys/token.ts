import { hash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

/*
 * A token is `rb_live_`, a secret and a checksum, all of letters and digits. The prefix lets secret scanners find
 * a leaked one, and the checksum tells a mistyped one from a key without looking anything up.
 */
const PREFIX = "rb_live_";
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BASE = ALPHABET.length;

/** 33 characters of 62 carry 196 bits: nobody guesses one. */
const SECRET_LENGTH = 33;
/** 62 ** 6 is just above 2 ** 32, the range of the checksum. */
const CHECKSUM_LENGTH = 6;
const TOKEN_LENGTH = PREFIX.length + SECRET_LENGTH + CHECKSUM_LENGTH;
const SHOWN_LENGTH = 4;

/** A new token: shown once, never stored. */
export function mintToken(): string {
  const unchecked = PREFIX + randomText(SECRET_LENGTH);
  return unchecked + checksum(unchecked);
}

/** Whether a text can be a token at all: its length, prefix and checksum are right. */
export function isWellFormedToken(text: string): boolean {
  if (text.length !== TOKEN_LENGTH || !text.startsWith(PREFIX)) return false;
  return text.endsWith(checksum(text.slice(0, -CHECKSUM_LENGTH)));
}

/** Whether a text holds what may be a token, whole or in part: then it is not shown to anybody. */
export function looksLikeToken(text: string): boolean {
  return text.includes(PREFIX);
}

/** What is stored of a token: it cannot be turned back. A random secret this long needs no salt. */
export function tokenHash(token: string): string {
  return hash("sha256", token);
}

/** What people recognise their key by. */
export function lastFour(token: string): string {
  return token.slice(-SHOWN_LENGTH);
}

/** Letters and digits, each equally likely. */
export function randomText(length: number): string {
  // Bytes from the last, incomplete round of the alphabet are thrown away: they would favour its first characters.
  const fair = 256 - (256 % BASE);
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < fair && text.length < length) text += ALPHABET[byte % BASE];
    }
  }
  return text;
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = "";
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    digits = ALPHABET[rest % BASE] + digits;
    rest = Math.floor(rest / BASE);
  }
  return digits;
}
