import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sourceTexts } from "./support/source-texts.ts";

/* What docs/security.md promises about the house as a whole, held against its files. */

const ROOT = join(import.meta.dirname, "..");
const PAGE = readFileSync(join(ROOT, "docs/security.md"), "utf8");

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
}
interface Locked {
  readonly dev?: boolean;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
}

/** `docs/contributing/decisions/dependencies.md` has the reason for each. */
const PACKAGES_MAX = 60;

const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as Manifest;
const lock = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as {
  readonly packages: Readonly<Record<string, Locked>>;
};
/** Every package of the product, by its folder under node_modules. */
const shipped = Object.entries(lock.packages).filter(([folder, { dev }]) => folder !== "" && dev !== true);

/** Files of the source that hold a pattern. */
function holding(pattern: RegExp): string[] {
  return [...sourceTexts()].filter(([, text]) => pattern.test(text)).map(([file]) => file);
}

describe("The page about security", () => {
  it("names only tests and files that exist", () => {
    const named = [...PAGE.matchAll(/`((?:test|src|docs|scripts)\/[^`\s]+|[A-Z]+\.md)`/g)].map(
      ([, path]) => path as string,
    );
    expect(named.length).toBeGreaterThan(60);
    expect([...new Set(named)].filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it("argues for every production dependency, and for no other", () => {
    const section = PAGE.slice(PAGE.indexOf("## Dependencies"));
    const argued = [...section.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name as string);
    expect(argued.sort()).toEqual(Object.keys(manifest.dependencies).sort());
  });
});

describe("What the product is made of", () => {
  it("is pinned to one version each", () => {
    const loose = Object.entries(manifest.dependencies).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version));
    expect(loose).toEqual([]);
  });

  it("is proved by a SHA-512 when it is installed", () => {
    expect(shipped.length).toBeGreaterThan(30);
    expect(shipped.filter(([, { integrity }]) => !integrity?.startsWith("sha512-")).map(([folder]) => folder)).toEqual(
      [],
    );
  });

  it(`has fewer than ${PACKAGES_MAX} packages, none of which runs a script when it is installed`, () => {
    expect(shipped.length).toBeLessThan(PACKAGES_MAX);
    expect(shipped.filter(([, { hasInstallScript }]) => hasInstallScript).map(([folder]) => folder)).toEqual([]);
  });
});

describe("The source", () => {
  it("opens no connection to anywhere, but for the command that asks the server named to it", () => {
    expect(holding(/from "node:(?:https|http2|tls|dgram|dns)|new WebSocket/)).toEqual([]);
    const asking = join("mcp", "network.ts");
    expect(holding(/(?<!\.)\bfetch\(/)).toEqual([asking]);
    // Either ends the process when the connection is lost: `Database.transaction` and `session` do not.
    expect(holding(/\bsql\s*\.\s*(?:begin|reserve)\b/)).toEqual([]);
    // So does what the driver asks of itself with every connection, unless it is told not to.
    expect(holding(/fetch_types: false/)).toEqual([join("nodes", "database", "driver.ts")]);
    // Nothing of the service leads there.
    expect(holding(/\/mcp\/network\.ts"/)).toEqual([join("cli", "commands", "mcp.ts")]);
    expect(holding(/\/commands\/mcp\.ts"/)).toEqual([join("cli", "other-commands.ts")]);
    expect(holding(/import \{[^}]*\b(?:request|get|Agent)\b[^}]*\} from "node:http"/)).toEqual([]);
    // Requests go over a connection in memory.
    expect(holding(/import \{[^}]*\brequest\b[^}]*\} from "[^"]*node-http/)).toEqual([
      join("serve", "http", "in-memory.ts"),
    ]);
    expect(holding(/import \{[^}]*\b(?:connect|createConnection|Socket)\b[^}]*\} from "node:net"/)).toEqual([]);
  });

  it("runs no command, and as code only what it makes of declarations", () => {
    expect(holding(/from "node:(?:child_process|vm|repl|inspector)"|\beval\(/)).toEqual([]);
    expect(holding(/new Function\(/).toSorted()).toEqual([
      join("core", "runtime", "records.ts"),
      join("pricing", "json-writer.ts"),
    ]);
  });

  it("believes no header that a proxy would have set, and lets no page of others read its answers", () => {
    expect(holding(/access-control-allow/i)).toEqual([]);
    expect(holding(/x-forwarded|x-real-ip/i)).toEqual([]);
  });
});
