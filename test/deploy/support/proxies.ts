import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { findProgram } from "../../../scripts/test/find-program.ts";

const FOLDER = join(import.meta.dirname, "../../../deploy");

/** What a proxy is started with. */
interface Setting {
  /** A folder of its own. */
  readonly folder: string;
  readonly port: number;
  /** The ports of the nodes behind it, two at least. */
  readonly nodes: readonly number[];
  readonly certificate: string;
  readonly certificateKey: string;
}

export interface RunningProxy {
  /** Everything that it has written to its logs. */
  readonly logged: () => string;
  stop(): Promise<void>;
}

export interface Proxy {
  readonly name: string;
  /** Null where it is not installed. */
  readonly program: string | null;
  start(setting: Setting): Promise<RunningProxy>;
}

/** The name that clients call the service by. */
export const SITE = "rates.example";

const nginx = findProgram("nginx");
const caddy = findProgram("Caddy");

/** Each text of an example that is different on every machine must be there, to be replaced. */
function replaced(text: string, changes: Readonly<Record<string, string>>): string {
  return Object.entries(changes).reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`the example has no ${from}`);
    return changed.replaceAll(from, to);
  }, text);
}

async function isTaken(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

async function started(
  program: string,
  args: readonly string[],
  variables: object,
  port: number,
): Promise<RunningProxy> {
  const child = spawn(program, args, { env: { ...process.env, ...variables }, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (text) => {
      said += text;
    });
  }
  while (child.exitCode === null && !(await isTaken(port))) await wait(50);
  if (child.exitCode !== null) throw new Error(`${program} does not start: ${said}`);
  return {
    logged: () => said,
    stop: async () => {
      if (child.exitCode !== null) return;
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

/** The example is a file for conf.d: around it stands what a distribution's nginx.conf has. */
async function startNginx({ folder, port, nodes, certificate, certificateKey }: Setting): Promise<RunningProxy> {
  const example = replaced(readFileSync(join(FOLDER, "nginx.conf"), "utf8"), {
    "listen 443 ssl": `listen 127.0.0.1:${port} ssl`,
    "127.0.0.1:8080": `127.0.0.1:${nodes[0]}`,
    "# server 10.0.0.7:8080 max_fails=1 fail_timeout=2s;": nodes
      .slice(1)
      .map((node) => `server 127.0.0.1:${node} max_fails=1 fail_timeout=2s;`)
      .join(" "),
    "/etc/ratebook/certificate.pem": certificate,
    "/etc/ratebook/certificate-key.pem": certificateKey,
    "/var/log/nginx/ratebook.log": join(folder, "access.log"),
  });
  const places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`,
  );
  const around = `daemon off; pid ${join(folder, "nginx.pid")}; error_log stderr; ${process.getuid?.() === 0 ? "user root;" : ""}
    events {} http { access_log off; ${places.join(" ")} include ${join(folder, "ratebook.conf")}; }`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "ratebook.conf"), example);
  writeFileSync(join(folder, "nginx.conf"), around);
  const args = ["-p", folder, "-c", join(folder, "nginx.conf"), "-e", "stderr"];
  const tested = spawnSync(nginx as string, ["-t", ...args], { encoding: "utf8" });
  if (tested.status !== 0 || /\[warn\]/.test(tested.stderr)) throw new Error(tested.stderr);
  const proxy = await started(nginx as string, args, {}, port);
  return { ...proxy, logged: () => proxy.logged() + readFileSync(join(folder, "access.log"), "utf8") };
}

/** The example as it is: what differs is told by the variables that it names. */
async function startCaddy({ folder, port, nodes, certificate, certificateKey }: Setting): Promise<RunningProxy> {
  mkdirSync(folder, { recursive: true });
  const variables = {
    SITE: `${SITE}:${port}`,
    NODES: nodes.map((each) => `127.0.0.1:${each}`).join(" "),
    CERTIFICATE: `${certificate} ${certificateKey}`,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  };
  const args = ["--config", join(FOLDER, "Caddyfile"), "--adapter", "caddyfile"];
  return await started(caddy as string, ["run", ...args], variables, port);
}

export const PROXIES: readonly Proxy[] = [
  { name: "nginx", program: nginx, start: startNginx },
  { name: "caddy", program: caddy, start: startCaddy },
];
