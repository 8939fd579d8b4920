import { execFileSync, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { delimiter, join } from "node:path";
import { parseYaml } from "@redocly/openapi-core";
import { afterAll, describe, expect, it } from "vitest";
import { ROOT, run } from "../cli/support/ratebook.ts";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { isCommand, takes } from "./support/known-settings.ts";

/* The files of deploy/ for containers, Kubernetes and systemd, without one of them: they parse, and what they name exists. */

const read = (name: string) => readFileSync(join(ROOT, "deploy", name), "utf8");
const CONTAINERFILE = read("Containerfile").replaceAll(/\s*\\\n\s*/g, " ");
const COMPOSE = read("compose.yaml");
const KUBERNETES = read("kubernetes.yaml");
const UNIT = read("ratebook.service");

const folder = temporaryFolder();
afterAll(() => folder.remove());

/** The words after an instruction of the last stage, which the image is made of. */
function instructions(name: string): string[] {
  const image = CONTAINERFILE.slice(CONTAINERFILE.lastIndexOf("\nFROM "));
  return [...image.matchAll(new RegExp(`^${name} +(.*)$`, "gm"))].map(([, words]) => words as string);
}

it.each(Object.entries({ CONTAINERFILE, COMPOSE, KUBERNETES, UNIT }))(
  "%s sets variables that exist, to values that are taken",
  (_, text) => {
    const set = [...text.matchAll(/^(?!\s*#).*?\b(RATEBOOK_[A-Z_]+)(?:: |=)"?([^"\s]+)/gm)];
    for (const [, variable = "", value = ""] of set) expect(takes(variable, value), `${variable}=${value}`).toBe(true);
  },
);

it("every file starts commands that exist", () => {
  const { containers } = (KUBERNETES.split(/^---$/m).map((text) => parseYaml(text)) as Manifest[]).flatMap(
    ({ kind, spec }) => (kind === "Deployment" ? [spec.template.spec] : []),
  )[0] as Pod;
  const units = [...UNIT.matchAll(/^Exec(?:Start|Reload)=\/opt\/ratebook\/bin\/ratebook (.*)$/gm)].map(([, words]) =>
    words?.split(" "),
  );
  const commands = [JSON.parse(instructions("CMD")[0] ?? ""), ...containers.map(({ args }) => args), ...units];
  expect(commands).toHaveLength(4);
  for (const words of commands) expect(isCommand(words as string[]), String(words)).toBe(true);
});

interface Pod {
  readonly containers: readonly { readonly args: readonly string[] }[];
}
interface Manifest {
  readonly kind: string;
  readonly spec: { readonly template: { readonly spec: Pod } };
}

it("the compose file names services, volumes and secrets that it has, and holds no secret", () => {
  const { services, volumes, secrets } = parseYaml(COMPOSE) as Record<string, Record<string, Service>>;
  expect(Object.keys(services ?? {})).toEqual(["node1", "node2", "database", "proxy"]);
  for (const { build, volumes: mounted = [], depends_on = [], secrets: used = [] } of Object.values(services ?? {})) {
    if (build !== undefined) expect(existsSync(join(ROOT, "deploy", build.context, build.dockerfile))).toBe(true);
    for (const source of mounted.map((each) => each.split(":")[0] as string)) {
      if (source.startsWith("./")) expect(existsSync(join(ROOT, "deploy", source)), source).toBe(true);
      else expect(volumes).toHaveProperty(source);
    }
    for (const each of used) expect(secrets).toHaveProperty(each);
    for (const each of Array.isArray(depends_on) ? depends_on : Object.keys(depends_on))
      expect(services).toHaveProperty(each);
  }
  expect(COMPOSE).not.toMatch(/postgres(ql)?:\/\/|PASSWORD:|rb_live_/);
  expect(readFileSync(join(ROOT, ".gitignore"), "utf8")).toContain("/deploy/secrets/\n");
});

interface Service {
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly secrets?: readonly string[];
  readonly volumes?: readonly string[];
  readonly depends_on?: readonly string[] | object;
}

describe("the image", () => {
  it("runs as a user who is not root", () => {
    expect(instructions("USER")[0]).toMatch(/^[1-9][0-9]{3,}:[1-9][0-9]{3,}$/);
  });

  it("holds everything that a command needs, put together as the container file does it", () => {
    const image = join(folder.path, "image");
    mkdirSync(join(image, "node_modules"), { recursive: true });
    for (const text of instructions("COPY").filter((each) => !each.startsWith("--from"))) {
      const words = text.split(/\s+/);
      const target = words.pop() as string;
      for (const source of words) {
        const place = target.endsWith("/") ? join(target, source.split("/").at(-1) as string) : target;
        cpSync(join(ROOT, source), join(image, place), { recursive: true });
      }
    }
    // The packages of the stage before are ours; test/package has those of production.
    for (const name of readdirSync(join(ROOT, "node_modules")).filter((each) => !each.startsWith("."))) {
      symlinkSync(join(ROOT, "node_modules", name), join(image, "node_modules", name));
    }
    // Without it, a command would install packages again: here npm fails.
    expect(instructions("RUN").at(-1)).toContain("touch node_modules/.ratebook-installed");
    writeFileSync(join(image, "node_modules", ".ratebook-installed"), "");
    const noNpm = join(folder.path, "tools");
    mkdirSync(noNpm);
    writeFileSync(join(noNpm, "npm"), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
    const PATH = [noNpm, process.env.PATH].join(delimiter);
    const env = { ...process.env, PATH, NODE_COMPILE_CACHE: join(folder.path, "cache") };
    const command = ["check", join(image, "data/sample"), "--json"];
    const printed = execFileSync(join(image, "bin/ratebook"), command, { env, encoding: "utf8" });
    expect(JSON.parse(printed)).toMatchObject({ fault_count: 0 });
  });

  it("is healthy when its server is ready", async () => {
    const [program = "", ...args] = JSON.parse(/CMD (\[.*\])$/.exec(instructions("HEALTHCHECK")[0] ?? "")?.[1] ?? "[]");
    let status = 503;
    const server = createServer((request, response) => response.writeHead(status).end(request.url)).listen(
      0,
      "127.0.0.1",
    );
    await once(server, "listening");
    const RATEBOOK_PORT = String((server.address() as AddressInfo).port);
    expect(await run(program, args, { RATEBOOK_PORT })).toMatchObject({ code: 1, stdout: "/readyz\n" });
    status = 200;
    expect(await run(program, args, { RATEBOOK_PORT })).toMatchObject({ code: 0, stdout: "/readyz\n" });
    server.close();
  });
});

const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;

it.runIf(hasSystemd)("systemd takes every line of the unit", () => {
  // It looks for the program, which is elsewhere here.
  const program = join(folder.path, "ratebook");
  mkdirSync(folder.path, { recursive: true });
  writeFileSync(program, "#!/bin/sh\n");
  chmodSync(program, 0o755);
  const unit = join(folder.path, "ratebook.service");
  writeFileSync(unit, UNIT.replaceAll("/opt/ratebook/bin/ratebook", program));
  const { status, stdout, stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", unit], { encoding: "utf8" });
  expect([stdout + stderr, status]).toEqual(["", 0]);
});
