import { sendLoad } from "../load.ts";
import { singles } from "../lookups.ts";
import type { Result } from "../result.ts";
import { type Server, withBareServer, withService } from "../servers.ts";
import type { Setup } from "../setup.ts";

const LOOKUPS = 100_000;
const CONNECTIONS = 32;

/** From starting the command until the service is ready. */
export async function measureStart({ release }: Setup): Promise<Result> {
  // The first start reads the program and the release from the disk; the second is that of a running machine.
  await withService(release, async () => undefined);
  const seconds = await withService(release, async ({ startMilliseconds }) => startMilliseconds / 1000);
  const floor = await withBareServer([{}], async ({ startMilliseconds }) => startMilliseconds / 1000);
  return {
    what: "start to ready",
    measured: `${seconds.toFixed(2)} s`,
    floor: `${floor.toFixed(2)} s a bare server`,
    value: seconds,
    unit: " s",
    budget: 1,
  };
}

/** Resident memory of one process after 100,000 lookups all over the registry. */
export async function measureMemory({ release, size }: Setup): Promise<Result> {
  const after = async (server: Server, requests: readonly Buffer[]) => {
    await sendLoad({ port: server.port, connections: CONNECTIONS, requests });
    return server.residentMegabytes();
  };
  const megabytes = await withService(release, (service) => after(service, singles(LOOKUPS, size, service.key)));
  const floor = await withBareServer([{}], (bare) => after(bare, singles(LOOKUPS, size, "")));
  return {
    what: "resident memory after 100,000 lookups",
    measured: `${megabytes.toFixed(0)} MB`,
    floor: `${floor.toFixed(0)} MB a bare server`,
    value: megabytes,
    unit: " MB",
    budget: 350,
  };
}
