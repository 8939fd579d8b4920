import { homeIn } from "../../../operations/home.ts";
import { freePort } from "../../../operations/port.ts";
import { runningServers } from "../../../operations/server-status.ts";
import { isFailure } from "../../../runtime/failure.ts";
import type { Examined } from "../examined.ts";
import { type DoctorFinding, fault, well } from "../finding.ts";

/** Free, or taken by a server of this home, which is then the one that is looked after. */
export async function portFindings({
  home,
  host,
  port,
}: Pick<Examined, "home" | "host" | "port">): Promise<readonly DoctorFinding[]> {
  if (port === 0) return [well("port", "Any free one will be taken.")];
  const ours = runningServers(homeIn(home)).find((server) => server.port === port);
  if (ours !== undefined) {
    const { pid, release } = ours;
    return [well("port", `${port} is served by process ${pid} of this home, with ${release.name} ${release.version}.`)];
  }
  try {
    await freePort(host, port);
    return [well("port", `${port} on ${host} is free.`)];
  } catch (error) {
    if (!isFailure(error)) throw error;
    return [fault("port", error.message, remedyFor(host, error.cause))];
  }
}

/** Two look like a port that is taken, and nobody has it. */
function remedyFor(host: string, cause: unknown): string {
  const { code } = (cause ?? {}) as NodeJS.ErrnoException;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
    return `The addresses of this machine, on Linux: "ip address". --host 127.0.0.1 is this machine alone, 0.0.0.0 all its addresses; a name in --host ${host} must lead to one of them.`;
  }
  if (code === "EACCES") return "Choose a port above 1023, and let a proxy listen on the lower one.";
  return 'Who has it, on Linux: "ss -ltnp". No server of this home does.';
}
