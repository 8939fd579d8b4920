import { existingHome } from "../../serve/operations/home.ts";
import { requestReloads, type ServerStatus } from "../../serve/operations/server-status.ts";
import { type ExitCode, notify, print, printJson } from "../command-io.ts";

export async function reload(options: { readonly home: string; readonly json: boolean }): Promise<ExitCode> {
  const servers = await requestReloads(existingHome(options.home));
  if (options.json) printJson(servers.map(outcome));
  else for (const server of servers) report(server);
  return servers.every(({ lastReload }) => lastReload?.outcome === "swapped") ? 0 : 1;
}

function outcome({ pid, port, release, lastReload }: ServerStatus) {
  return { pid, port, outcome: lastReload?.outcome, reason: lastReload?.reason, release };
}

function report({ pid, port, release, lastReload }: ServerStatus): void {
  const serving = `${release.name} ${release.version} (${release.hash.slice(0, 12)})`;
  const server = `Server ${pid} on port ${port}`;
  if (lastReload?.outcome === "swapped") print(`${server} now serves ${serving}.`);
  else
    notify(
      `error: ${server} refused the release and did not change what it serves; the last that it took up is ${serving}. ${lastReload?.reason}`,
    );
}
