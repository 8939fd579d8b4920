/** Where a server is reached, as a URL; an IPv6 address stands in brackets. */
export function addressOf(host: string, port: number): string {
  return new URL(`http://${host.includes(":") ? `[${host}]` : host}:${port}`).origin;
}
