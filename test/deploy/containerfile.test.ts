import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { ROOT } from "../cli/support/ratebook.ts";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { instructionsIn, lastStage } from "./support/instructions.ts";
import { isCommand, knownVariables, takes } from "./support/known-settings.ts";

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
    const known = "FROM WORKDIR COPY RUN ENV USER VOLUME EXPOSE STOPSIGNAL HEALTHCHECK ARG LABEL ENTRYPOINT CMD".split(
      " ",
    );
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
    const [program, flag, script = ""] = JSON.parse(command) as string[];
    expect([program, flag]).toEqual(["node", "-e"]);
    expect(script).toContain("/readyz");
    // A port where nobody answers.
    const ask = () => execFileSync(process.execPath, ["-e", script], { env: { RATEBOOK_PORT: "1" }, stdio: "pipe" });
    expect(ask).toThrow(expect.objectContaining({ status: 1 }));
  });

  it("is built in the format that keeps its health check, wherever podman builds it", () => {
    const page = readFileSync(join(ROOT, "docs/deployment.md"), "utf8");
    const builds = [FILE, page].flatMap((text) => text.match(/podman build .*/g) ?? []);
    expect(builds.length).toBeGreaterThan(1);
    for (const build of builds) expect(build).toContain("--format docker");
  });

  it("has labels that say what it is, as the manifest does, and of which version", () => {
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
    const npm = (command: string) =>
      execFileSync("sh", ["-c", command], { cwd: stage, encoding: "utf8", stdio: "pipe" });
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
    // Without it, a command would install packages anew.
    expect(named("RUN").at(-1)).toContain("touch node_modules/.ratebook-installed");
    writeFileSync(join(packages, ".ratebook-installed"), "");
    const variables = { ...process.env, NODE_COMPILE_CACHE: join(folder.path, "cache") };
    const check = ["check", join(image, "data/sample"), "--json"];
    const printed = execFileSync(join(image, "bin/ratebook"), check, { env: variables, encoding: "utf8" });
    expect(JSON.parse(printed)).toMatchObject({ fault_count: 0 });
  });
});
