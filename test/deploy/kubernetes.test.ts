import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseYaml } from "@redocly/openapi-core";
import { afterAll, describe, expect, it } from "vitest";

import { serverSettings } from "../../src/serve/operations/configuration.ts";
import { ROOT } from "../cli/support/ratebook.ts";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { instructionsIn } from "./support/instructions.ts";
import { isCommand, knownVariables, stopSecondsMax, takes } from "./support/known-settings.ts";

/* The Deployment, held against what the product and its image know. No cluster is started. */

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string; readonly httpHeaders: readonly object[] };
  readonly periodSeconds: number;
  readonly failureThreshold: number;
}
interface Container {
  readonly name: string;
  readonly args: readonly string[];
  readonly command?: readonly string[];
  readonly securityContext: object;
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly startupProbe: Probe;
  readonly livenessProbe: Probe;
  readonly readinessProbe: Probe;
  readonly resources: { readonly limits: { readonly memory: string } };
}
interface Pod {
  readonly enableServiceLinks?: boolean;
  readonly terminationGracePeriodSeconds: number;
  readonly securityContext: { readonly runAsUser: number; readonly runAsGroup: number; readonly fsGroup: number };
  readonly initContainers: readonly Container[];
  readonly containers: readonly Container[];
  readonly volumes: readonly { readonly name: string; readonly persistentVolumeClaim?: object }[];
}
interface Manifest {
  readonly kind: string;
  readonly data: Readonly<Record<string, string>>;
  readonly spec: {
    readonly replicas: number;
    readonly strategy: object;
    readonly selector: { readonly matchLabels: object };
    readonly template: { readonly metadata: { readonly labels: object }; readonly spec: Pod };
  };
}

const MANIFESTS = readFileSync(join(ROOT, "deploy/kubernetes.yaml"), "utf8")
  .split(/^---$/m)
  .map((text) => parseYaml(text) as Manifest);
const kind = (name: string) => MANIFESTS.find((each) => each.kind === name) as Manifest;
const SETTINGS = kind("ConfigMap").data;
const DEPLOYMENT = kind("Deployment").spec;
const POD = DEPLOYMENT.template.spec;
const [SERVER] = POD.containers as [Container];
const [FIRST] = POD.initContainers as [Container];
const IMAGE = instructionsIn(readFileSync(join(ROOT, "deploy/Containerfile"), "utf8"));

const folder = temporaryFolder();
afterAll(() => folder.remove());

describe("the Deployment", () => {
  it("gets no variables of the cluster's services, of which RATEBOOK_PORT would be one", () => {
    expect(POD.enableServiceLinks).toBe(false);
  });

  it("is one pod on one volume, which two pods never have at once", () => {
    expect(MANIFESTS.map((each) => each.kind)).toEqual(["ConfigMap", "PersistentVolumeClaim", "Service", "Deployment"]);
    expect([DEPLOYMENT.replicas, DEPLOYMENT.strategy]).toEqual([1, { type: "Recreate" }]);
    expect(POD.volumes.filter(({ persistentVolumeClaim }) => persistentVolumeClaim !== undefined)).toHaveLength(1);
    expect(DEPLOYMENT.selector.matchLabels).toEqual(DEPLOYMENT.template.metadata.labels);
  });

  it("sets variables that exist, to values that are taken, and starts a command that exists", () => {
    for (const [variable, value] of Object.entries(SETTINGS)) {
      expect(knownVariables(), variable).toContain(variable);
      expect(takes(variable, value), `${variable}=${value}`).toBe(true);
    }
    expect(SERVER.command).toBeUndefined();
    expect(isCommand(SERVER.args)).toBe(true);
  });

  it("gives a pod its drain, which is longer than two looks, and the time that it takes to stop", () => {
    const drain = Number(SETTINGS.RATEBOOK_DRAIN);
    const { periodSeconds, failureThreshold } = SERVER.readinessProbe;
    expect(drain).toBeGreaterThan(2 * periodSeconds * failureThreshold);
    const seconds = stopSecondsMax() - (serverSettings.drain.fallback as number) + drain;
    expect(POD.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(seconds);
  });

  it("probes the health paths on the port of the image, by a name that is always answered", () => {
    const { startupProbe, livenessProbe, readinessProbe } = SERVER;
    const probes = [startupProbe, livenessProbe, readinessProbe];
    expect(probes.map(({ httpGet }) => httpGet.path)).toEqual(["/livez", "/livez", "/readyz"]);
    for (const { httpGet } of probes) {
      expect(httpGet).toMatchObject({ port: "http", httpHeaders: [{ name: "Host", value: "localhost" }] });
    }
    const [exposed] = IMAGE.filter(({ name }) => name === "EXPOSE").map(({ text }) => Number(text));
    expect(SERVER.ports).toEqual([{ name: "http", containerPort: exposed }]);
  });

  it("runs as the user of the image, with a read-only root, its home below the volume, and enough memory", () => {
    const user = IMAGE.find(({ name }) => name === "USER")?.text;
    const { runAsUser, runAsGroup, fsGroup } = POD.securityContext;
    expect([`${runAsUser}:${runAsGroup}`, fsGroup]).toEqual([user, runAsGroup]);
    for (const container of [FIRST, SERVER]) {
      const shut = { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] } };
      expect(container.securityContext).toEqual(shut);
      expect(container.volumeMounts.map(({ mountPath }) => mountPath)).toEqual(["/var/lib/ratebook", "/tmp"]);
    }
    expect(SETTINGS.RATEBOOK_HOME).toBe("/var/lib/ratebook/home");
  });

  it("waits for the first release, and no longer", () => {
    const releases = join(folder.path, "releases");
    const [script = ""] = FIRST.args;
    const [shell = "", ...flags] = FIRST.command ?? [];
    const waited = () =>
      execFileSync(shell, [...flags, script.replace("sleep 1", "exit 3")], {
        env: { ...process.env, RATEBOOK_HOME: folder.path },
        stdio: "pipe",
      });
    expect(waited).toThrow(expect.objectContaining({ status: 3 }));
    mkdirSync(releases);
    writeFileSync(join(releases, "active.db"), "");
    expect(waited().toString()).toBe("");
  });

  it("ends the container that waits on SIGTERM, which the first process of a container ignores without a trap", async () => {
    const [script = ""] = FIRST.args;
    const [shell = "", ...flags] = FIRST.command ?? [];
    const noted = script.replace("until", "echo waiting; until").replace("sleep 1", "sleep 0.1");
    const waiting = spawn(shell, [...flags, noted], { env: { ...process.env, RATEBOOK_HOME: "/nonexistent" } });
    await once(waiting.stdout, "data");
    waiting.kill("SIGTERM");
    expect(await once(waiting, "close")).toEqual([0, null]);
  });

  it("gets its first release on the volume: a temporary folder has too little room for a real one", () => {
    const page = readFileSync(join(ROOT, "docs/deployment.md"), "utf8");
    const lines = page.split("\n").filter((line) => /^kubectl (?:exec|cp) /.test(line));
    const files = lines.flatMap((line) => line.match(/\/\S+\.db/g) ?? []);
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) expect(file).toMatch(/^\/var\/lib\/ratebook\//);
  });
});
