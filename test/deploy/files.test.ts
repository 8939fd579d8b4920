import { execFileSync, spawnSync } from "node:child_process";
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
import { join } from "node:path";
import { parseYaml } from "@redocly/openapi-core";
import { afterAll, describe, expect, it } from "vitest";
import { RATEBOOK, ROOT, refused } from "../cli/support/ratebook.ts";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { instructionsIn, lastStage } from "./support/instructions.ts";
import { isCommand, knownVariables, stopSecondsMax, takes } from "./support/known-settings.ts";

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

  it("gives the proxy what its file needs: the nodes, the name and the certificate", () => {
    const caddyfile = readFileSync(join(FOLDER, "Caddyfile"), "utf8");
    const asked = [...caddyfile.matchAll(/\{\$([A-Z]+)[:}]/g)].map(([, name]) => name as string);
    const { environment = {}, secrets = [] } = compose.services.proxy as Service;
    expect(Object.keys(environment).sort()).toEqual([...new Set(asked)].sort());
    expect(environment.NODES).toBe(nodes.map(([name]) => `${name}:8080`).join(" "));
    for (const [, node] of nodes) expect(node.environment?.RATEBOOK_ALLOWED_HOST).toBe(environment.SITE);
    expect(environment.CERTIFICATE).toBe(secrets.map((name) => `/run/secrets/${name}`).join(" "));
  });
});

describe("containerfile", () => {
  /* The container file without a container runtime: its rules, and its files put together as it puts them together. */

  const FILE = readFileSync(join(ROOT, "deploy/Containerfile"), "utf8");
  const ALL = instructionsIn(FILE);
  const IMAGE = lastStage(ALL);
  const named = (name: string) => IMAGE.filter((each) => each.name === name).map(({ text }) => text);

  /** A name with its version, and a digest where one was added. */
  const BASE = /^docker\.io\/library\/[a-z]+:[a-z0-9.-]+(?:@sha256:[0-9a-f]{64})?(?: AS [a-z]+)?$/;

  const folder = temporaryFolder();
  afterAll(() => folder.remove());

  describe("the container file", () => {
    it("is made of instructions that are known, each base with a version", () => {
      const known =
        "FROM WORKDIR COPY RUN ENV USER VOLUME EXPOSE STOPSIGNAL HEALTHCHECK ARG LABEL ENTRYPOINT CMD".split(" ");
      expect(ALL.filter(({ name }) => !known.includes(name))).toEqual([]);
      for (const { text } of ALL.filter(({ name }) => name === "FROM")) expect(text).toMatch(BASE);
      expect(FILE).not.toMatch(/:latest|\bADD\b|\bcurl\b|\bwget\b|apt-get|--privileged/);
    });

    it("runs as a user who is not root, and who owns the home alone", () => {
      const [user = ""] = named("USER");
      expect(user).toMatch(/^[1-9][0-9]{3,}:[1-9][0-9]{3,}$/);
      const [uid, gid] = user.split(":");
      expect(named("RUN")[0]).toContain(`install -d -o ${uid} -g ${gid} -m 700 /var/lib/ratebook`);
      expect(named("VOLUME")).toEqual(["/var/lib/ratebook"]);
      // What follows the user cannot be made as root any more, and nothing is made as the user.
      const after = IMAGE.slice(IMAGE.findIndex(({ name }) => name === "USER")).map(({ name }) => name);
      expect(after.filter((name) => name === "RUN" || name === "COPY")).toEqual([]);
    });

    it("writes to its home and to /tmp, and nowhere else", () => {
      const [settings = ""] = named("ENV");
      const paths = settings.split(/\s+/).flatMap((setting) => /=(\/.*)$/.exec(setting)?.[1] ?? []);
      expect(paths.length).toBeGreaterThan(2);
      expect(paths.filter((path) => !/^\/(tmp|var\/lib\/ratebook)(\/|$)/.test(path))).toEqual([]);
    });

    it("sets variables that exist, to values that are taken", () => {
      const settings = (named("ENV")[0] ?? "").split(/\s+/).filter((setting) => setting.startsWith("RATEBOOK_"));
      expect(settings.length).toBeGreaterThan(2);
      for (const setting of settings) {
        const [variable = "", value = ""] = setting.split("=");
        expect(knownVariables(), variable).toContain(variable);
        expect(takes(variable, value), setting).toBe(true);
      }
    });

    it("starts a command that exists, without a shell, and asks whether it is ready", () => {
      expect(named("ENTRYPOINT")).toEqual(['["ratebook"]']);
      expect(isCommand(JSON.parse(named("CMD")[0] ?? "[]") as string[])).toBe(true);
      const [health = ""] = named("HEALTHCHECK");
      const [, command = "[]"] = /CMD (\[.*\])$/.exec(health) ?? [];
      const [program, ...words] = JSON.parse(command) as string[];
      expect([program, words]).toEqual(["ratebook", ["ready"]]);
      // A port without a server.
      const ask = () => execFileSync(RATEBOOK, words, { env: { ...process.env, RATEBOOK_PORT: "1" }, stdio: "pipe" });
      expect(ask).toThrow(expect.objectContaining({ status: 1 }));
    });

    it("is built in the format that keeps its health check, wherever podman builds it", () => {
      const page = readFileSync(join(ROOT, "docs/deployment.md"), "utf8");
      const builds = [FILE, page].flatMap((text) => text.match(/podman build .*/g) ?? []);
      expect(builds.length).toBeGreaterThan(1);
      for (const build of builds) expect(build).toContain("--format docker");
    });

    it("has labels with the description of the manifest and the version", () => {
      const labels = Object.fromEntries(
        [...(named("LABEL")[0] ?? "").matchAll(/org\.opencontainers\.image\.(\S+?)="([^"]*)"/g)].map(
          ([, name, value]) => [name, value],
        ),
      );
      const { description, license } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
      const [base] = named("FROM");
      expect(labels).toEqual({
        ...{ title: "Ratebook", description, licenses: license, version: "$VERSION", revision: "$REVISION" },
        "base.name": base?.replace(/@.*/, ""),
      });
      const page = readFileSync(join(ROOT, "docs/deployment.md"), "utf8");
      for (const argument of named("ARG")) expect(page).toContain(`--build-arg ${argument.split("=")[0]}=`);
    });

    it("installs what the lock file says and nothing else, by commands that npm takes", () => {
      const install = ALL.find(({ name, text }) => name === "RUN" && text.includes("npm ci"))?.text ?? "";
      const [prepare = "", ci = ""] = install.split(" && ");
      const stage = join(folder.path, "packages");
      mkdirSync(stage);
      for (const file of ["package.json", "package-lock.json", ".npmrc"]) cpSync(join(ROOT, file), join(stage, file));
      // Without the options of the npm that runs the tests: "npm -s test" would have this one print nothing.
      const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("npm_")));
      const npm = (command: string) =>
        execFileSync("sh", ["-c", command], { cwd: stage, encoding: "utf8", stdio: "pipe", env });
      npm(prepare);
      expect(npm(`${ci} --dry-run --offline`)).toMatch(/added \d+ packages/);
    });

    it("copies files that are there and that are not kept out", () => {
      const kept = readFileSync(join(ROOT, "deploy/Containerfile.dockerignore"), "utf8").split("\n");
      const copied = ALL.filter(({ name, text }) => name === "COPY" && !text.startsWith("--from")).flatMap(({ text }) =>
        text.split(/\s+/).slice(0, -1),
      );
      for (const source of copied.filter((each) => each !== ".")) {
        expect(existsSync(join(ROOT, source)), source).toBe(true);
        expect(
          kept.some((line) => line.startsWith("!") && `${source}/`.startsWith(`${line.slice(1)}/`)),
          source,
        ).toBe(true);
      }
      expect(kept.find((line) => line !== "" && !line.startsWith("#"))).toBe("*");
    });

    it("holds everything that a command needs", () => {
      const image = join(folder.path, "opt/ratebook");
      mkdirSync(image, { recursive: true });
      for (const text of named("COPY").filter((each) => !each.startsWith("--from"))) {
        const words = text.split(/\s+/);
        const target = words.at(-1) as string;
        for (const source of words.slice(0, -1)) {
          const place = target.endsWith("/") ? join(target, source.split("/").at(-1) as string) : target;
          cpSync(join(ROOT, source), join(image, place), { recursive: true });
        }
      }
      // The packages of the stage before are ours; that those of production suffice is what packing is tested for.
      const packages = join(image, "node_modules");
      mkdirSync(packages);
      for (const name of readdirSync(join(ROOT, "node_modules")).filter((each) => !each.startsWith(".ratebook"))) {
        symlinkSync(join(ROOT, "node_modules", name), join(packages, name));
      }
      // Without it, a command would install packages again.
      expect(named("RUN").at(-1)).toContain("touch node_modules/.ratebook-installed");
      writeFileSync(join(packages, ".ratebook-installed"), "");
      const variables = { ...process.env, NODE_COMPILE_CACHE: join(folder.path, "cache") };
      const check = ["check", join(image, "data/sample"), "--json"];
      const printed = execFileSync(join(image, "bin/ratebook"), check, { env: variables, encoding: "utf8" });
      expect(JSON.parse(printed)).toMatchObject({ fault_count: 0 });
    });
  });
});

describe("unit", () => {
  /* The systemd unit: read by rules of our own everywhere, and by systemd itself where that is installed. */

  const TEXT = readFileSync(join(ROOT, "deploy/ratebook.service"), "utf8");
  const LINES = TEXT.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const values = (name: string) =>
    LINES.filter((line) => line.startsWith(`${name}=`)).map((line) => line.slice(name.length + 1));

  const folder = temporaryFolder();
  afterAll(() => folder.remove());

  /** As `systemd-analyze security` grades: 0 is shut in, 10 open; what serves HTTP and compiles its code stays above 1. */
  const EXPOSURE_MAX = 1.5;

  const analyze = (args: readonly string[]) => spawnSync("systemd-analyze", args, { encoding: "utf8" });
  const hasSystemd = analyze(["--version"]).status === 0;

  describe("the unit", () => {
    it("has sections and settings, and nothing twice but what may be", () => {
      const repeatable = ["Environment", "SystemCallFilter"];
      const names = LINES.filter((line) => !line.startsWith("[")).map((line) => {
        expect(line).toMatch(/^[A-Z][A-Za-z]+=/);
        return line.slice(0, line.indexOf("="));
      });
      const once = names.filter((name) => !repeatable.includes(name));
      expect(once).toHaveLength(new Set(once).size);
      expect(LINES.filter((line) => line.startsWith("["))).toEqual(["[Unit]", "[Service]", "[Install]"]);
    });

    it("runs commands that exist, in the home of its user; the file of variables counts before it", () => {
      expect(values("Environment")).toEqual([
        "NODE_COMPILE_CACHE=/var/cache/ratebook/compiled",
        "RATEBOOK_HOME=/var/lib/ratebook",
      ]);
      expect(values("EnvironmentFile")).toEqual(["-/etc/ratebook/ratebook.env"]);
      for (const [name, command] of [
        ["ExecStart", "serve"],
        // Fails when the server refuses the release.
        ["ExecReload", "reload"],
      ] as const) {
        expect(values(name)).toEqual([`/opt/ratebook/bin/ratebook ${command}`]);
        expect(isCommand([command])).toBe(true);
      }
    });

    it("starts a server again that failed, but not one with a wrong setting", async () => {
      expect([values("Restart"), values("RestartPreventExitStatus")]).toEqual([["on-failure"], ["2"]]);
      expect((await refused(["serve"], { RATEBOOK_PORT: "many" })).code).toBe(2);
    });

    it("writes to folders of its own, as a user of its own, and gives requests the time that a server gives them", () => {
      expect(values("User")).toEqual(["ratebook"]);
      expect([values("StateDirectory"), values("ProtectSystem")]).toEqual([["ratebook"], ["strict"]]);
      const page = readFileSync(join(ROOT, "docs/deployment.md"), "utf8");
      const push = "releases push /var/lib/ratebook/rates.db --activate --home /var/lib/ratebook";
      expect(page).toContain(`runuser -u ratebook -- /opt/ratebook/bin/ratebook ${push}\n`);
      expect(Number(values("TimeoutStopSec")[0])).toBeGreaterThanOrEqual(stopSecondsMax());
      expect(values("KillMode")).toEqual(["mixed"]);
      expect(values("MemoryDenyWriteExecute")).toEqual([]);
    });
  });

  it("permits the system call that lowers the priority of threads, after the lines that exclude its group", () => {
    expect(values("SystemCallFilter")).toEqual(["@system-service", "~@privileged @resources", "setpriority"]);
  });

  describe.runIf(hasSystemd)("systemd", () => {
    it("takes every line of it", () => {
      // Its program is looked for, and is elsewhere here.
      const program = join(folder.path, "ratebook");
      mkdirSync(folder.path, { recursive: true });
      writeFileSync(program, "#!/bin/sh\n");
      chmodSync(program, 0o755);
      const unit = join(folder.path, "ratebook.service");
      writeFileSync(unit, TEXT.replaceAll("/opt/ratebook/bin/ratebook", program));
      const { status, stdout, stderr } = analyze(["verify", "--man=no", unit]);
      expect([stdout + stderr, status]).toEqual(["", 0]);
    });

    it("finds it shut in", () => {
      const { stdout } = analyze(["security", "--offline=true", "--no-pager", join(ROOT, "deploy/ratebook.service")]);
      const [, exposure] = /Overall exposure level for ratebook\.service: ([0-9.]+)/.exec(stdout) ?? [];
      expect(Number(exposure)).toBeLessThanOrEqual(EXPOSURE_MAX);
    });
  });
});
