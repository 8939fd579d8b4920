import { existsSync } from "node:fs";

/** The programs that files of deploy/ are for: the variable that names one, where systems install it, and what is tested with it. */
export const PROGRAMS = {
  nginx: {
    variable: "NGINX_PATH",
    installed: ["/usr/sbin/nginx", "/usr/local/sbin/nginx", "/opt/homebrew/bin/nginx"],
    tested: "its example in deploy/",
  },
  Caddy: {
    variable: "CADDY_PATH",
    installed: ["/usr/bin/caddy", "/usr/local/bin/caddy", "/opt/homebrew/bin/caddy"],
    tested: "its example in deploy/",
  },
  promtool: {
    variable: "PROMTOOL_PATH",
    installed: ["/usr/bin/promtool", "/usr/local/bin/promtool", "/opt/homebrew/bin/promtool"],
    tested: "the syntax of deploy/alerts.yaml",
  },
} as const;

/** The path of a program; null where it is not installed. A program that a variable names must be there: so it is in CI. */
export function findProgram(name: keyof typeof PROGRAMS): string | null {
  const { variable, installed } = PROGRAMS[name];
  const named = process.env[variable];
  if (named !== undefined && named !== "") {
    if (!existsSync(named)) throw new Error(`${variable} names ${named}, which is not there`);
    return named;
  }
  return installed.find((path) => existsSync(path)) ?? null;
}
