import { zip } from "../../../imports/fixtures.ts";
import { EXAMPLE_REMITTANCE } from "./example-remittance.ts";

const CENTRAL_ENTRY = "PK\x01\x02";
/** Where the entry of a member has its unpacked size (APPNOTE 4.3.12). */
const SIZE_AT = 24;

/** A ZIP of remittances that declare a number of bytes in all, whatever they unpack to. A member declares less than 4 GB. */
export function declaringZip(bytesTotal: number, members: number): Buffer {
  const names = Array.from({ length: members }, (_, at) => `${at}.835`);
  const bytes = zip(Object.fromEntries(names.map((name) => [name, EXAMPLE_REMITTANCE])));
  const each = Math.floor(bytesTotal / members);
  let left = bytesTotal;
  for (let at = bytes.indexOf(CENTRAL_ENTRY); at >= 0; at = bytes.indexOf(CENTRAL_ENTRY, at + 1)) {
    const declared = left < 2 * each ? left : each;
    bytes.writeUInt32LE(declared, at + SIZE_AT);
    left -= declared;
  }
  return bytes;
}
