import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseYaml } from "@redocly/openapi-core";
import { describe, expect, it } from "vitest";
import { ROOT } from "../cli/support/ratebook.ts";
import { knownVariables, stopSecondsMax, takes } from "./support/known-settings.ts";

/* The compose file, held against what the product knows and against the other files of its folder. */

interface Service {
  readonly image?: string;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly environment?: Readonly<Record<string, string>>;
  readonly env_file?: string;
  readonly secrets?: readonly string[];
  readonly volumes?: readonly string[];
  readonly networks?: readonly string[];
  readonly depends_on?: readonly string[] | Readonly<Record<string, unknown>>;
  readonly stop_grace_period?: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly ports?: readonly string[];
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>;
}

const FOLDER = join(ROOT, "deploy");
const TEXT = readFileSync(join(FOLDER, "compose.yaml"), "utf8");
const compose = parseYaml(TEXT) as Compose;
const services = Object.entries(compose.services);
const nodes = services.filter(([, { build }]) => build !== undefined);
const others = services.filter(([, { build }]) => build === undefined);

describe("the compose file", () => {
  it("has two nodes, a database and a proxy", () => {
    expect(services.map(([name]) => name)).toEqual(["node1", "node2", "database", "proxy"]);
    expect(nodes.map(([name]) => name)).toEqual(["node1", "node2"]);
    for (const [, { image }] of others)
      expect(image).toMatch(/^docker\.io\/library\/[a-z]+:[0-9]+(@sha256:[0-9a-f]{64})?$/);
  });

  it("sets variables that exist, to values that are taken", () => {
    for (const [name, { environment = {} }] of nodes) {
      expect(Object.keys(environment).length, name).toBeGreaterThan(0);
      for (const [variable, value] of Object.entries(environment)) {
        expect(knownVariables(), variable).toContain(variable);
        expect(takes(variable, value), `${variable}=${value}`).toBe(true);
      }
    }
  });

  it("gives a node the time that it takes to stop", () => {
    for (const [name, { stop_grace_period = "" }] of nodes) {
      expect(stop_grace_period, name).toMatch(/^[0-9]+s$/);
      expect(Number.parseInt(stop_grace_period, 10), name).toBeGreaterThanOrEqual(stopSecondsMax());
    }
  });

  it("holds no secret: they are files that are in no repository", () => {
    expect(TEXT).not.toMatch(/postgres(ql)?:\/\/|PASSWORD:|rb_live_/);
    for (const { file } of Object.values(compose.secrets)) expect(file).toMatch(/^\.\/secrets\//);
    for (const [, { env_file }] of nodes) expect(env_file).toBe("./secrets/node.env");
    const ignored = readFileSync(join(ROOT, ".gitignore"), "utf8").split("\n");
    expect(ignored).toContain("/deploy/secrets/");
    const used = services.flatMap(([, { secrets = [] }]) => secrets);
    expect(used.sort()).toEqual(Object.keys(compose.secrets).sort());
  });

  it("gives each node a home of its own and nothing else to write to", () => {
    const homes = nodes.map(([, { volumes = [] }]) => volumes);
    expect(homes).toEqual([["node1:/var/lib/ratebook"], ["node2:/var/lib/ratebook"]]);
    for (const [, node] of nodes) {
      expect(node).toMatchObject({ read_only: true, cap_drop: ["ALL"], security_opt: ["no-new-privileges:true"] });
      expect(node.tmpfs?.[0]).toMatch(/^\/tmp\b/);
    }
  });

  it("lets the proxy alone be reached from outside", () => {
    expect(services.filter(([, { ports }]) => ports !== undefined).map(([name]) => name)).toEqual(["proxy"]);
    expect(compose.networks.inside?.internal).toBe(true);
    for (const [name, { networks }] of services) {
      expect(networks, name).toEqual(name === "proxy" ? ["inside", "outside"] : ["inside"]);
    }
  });

  it("names volumes, services and files that are there", () => {
    for (const [, { build, volumes = [], depends_on = [] }] of services) {
      if (build !== undefined) expect(existsSync(join(FOLDER, build.context, build.dockerfile))).toBe(true);
      for (const volume of volumes) {
        const [source = ""] = volume.split(":");
        if (source.startsWith("./")) expect(existsSync(join(FOLDER, source)), source).toBe(true);
        else expect(Object.keys(compose.volumes)).toContain(source);
      }
      const needed = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on);
      for (const each of needed) expect(Object.keys(compose.services)).toContain(each);
    }
  });

  it("tells the proxy what its file asks for: the nodes, the name and the certificate", () => {
    const caddyfile = readFileSync(join(FOLDER, "Caddyfile"), "utf8");
    const asked = [...caddyfile.matchAll(/\{\$([A-Z]+)[:}]/g)].map(([, name]) => name as string);
    const { environment = {}, secrets = [] } = compose.services.proxy as Service;
    expect(Object.keys(environment).sort()).toEqual([...new Set(asked)].sort());
    expect(environment.NODES).toBe(nodes.map(([name]) => `${name}:8080`).join(" "));
    for (const [, node] of nodes) expect(node.environment?.RATEBOOK_ALLOWED_HOST).toBe(environment.SITE);
    expect(environment.CERTIFICATE).toBe(secrets.map((name) => `/run/secrets/${name}`).join(" "));
  });
});
