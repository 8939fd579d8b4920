/** A name, an IPv4 address or an IPv6 address in brackets, with a port or without: no userinfo, spaces or further ports. */
const HOST = /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{1,253})(?::[0-9]{0,5})?$/i;

/** The name or address in a Host header, without its port and in small letters; null when it has no such form. */
export function hostNameIn(host: string): string | null {
  return HOST.exec(host)?.[1]?.toLowerCase() ?? null;
}
