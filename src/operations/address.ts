/** A host that stands for every address of a machine cannot be opened: this one of them can, on the machine itself. */
const OPENED_INSTEAD: ReadonlyMap<string, string> = new Map([
  ["0.0.0.0", "127.0.0.1"],
  ["[::]", "[::1]"],
]);

/** Where a server is reached, as a URL; an IPv6 address stands in brackets. */
export function addressOf(host: string, port: number): string {
  const name = nameInUrl(host);
  return new URL(`http://${OPENED_INSTEAD.get(name) ?? name}:${port}`).origin;
}

/** Whether a server on this host is reached on every address of its machine. */
export function isEveryAddress(host: string): boolean {
  return OPENED_INSTEAD.has(nameInUrl(host));
}

/** A URL has one spelling for each address: 0 is 0.0.0.0. */
function nameInUrl(host: string): string {
  return new URL(`http://${host.includes(":") ? `[${host}]` : host}`).hostname;
}
