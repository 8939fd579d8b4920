import { existsSync } from "node:fs";

/** The proxies that deploy/ has examples for: the variable that names the program, and where systems install it. */
export const PROXIES = {
  nginx: { variable: "NGINX_PATH", installed: ["/usr/sbin/nginx", "/usr/local/sbin/nginx", "/opt/homebrew/bin/nginx"] },
  Caddy: { variable: "CADDY_PATH", installed: ["/usr/bin/caddy", "/usr/local/bin/caddy", "/opt/homebrew/bin/caddy"] },
} as const;

/** The program of a proxy; null where it is not installed. A program that a variable names must be there: so it is in CI. */
export function findProxy(name: keyof typeof PROXIES): string | null {
  const { variable, installed } = PROXIES[name];
  const named = process.env[variable];
  if (named !== undefined && named !== "") {
    if (!existsSync(named)) throw new Error(`${variable} names ${named}, which is not there`);
    return named;
  }
  return installed.find((path) => existsSync(path)) ?? null;
}
