import { isIPv4 } from "node:net";

/**
 * Whether a name or address, as a Host header or a listening server has it, always means the machine itself: localhost
 * and names below it (RFC 6761), 127.0.0.0/8 and ::1, also where IPv6 writes an IPv4 address.
 */
export function isLoopbackName(name: string): boolean {
  const bare = (name.startsWith("[") ? name.slice(1, -1) : name).toLowerCase();
  if (bare === "localhost" || bare.endsWith(".localhost")) return true;
  const address = bare.startsWith("::ffff:") ? bare.slice("::ffff:".length) : bare;
  if (isIPv4(address)) return address.startsWith("127.");
  return address === "::1" || address === "0:0:0:0:0:0:0:1";
}
