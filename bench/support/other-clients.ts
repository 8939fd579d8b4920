import { fork } from "node:child_process";
import { once } from "node:events";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import type { Burst, Load } from "./load.ts";

interface OtherClients {
  send(load: Load): Promise<Burst>;
  stop(): void;
}

/**
 * Clients in a process of their own, so that reading their large answers does not delay the clock of
 * whoever measures here. They run at the lowest priority: on a machine with few cores they would
 * otherwise take the processor from the server and from the measuring client, and it would look as
 * if the server had kept somebody waiting.
 */
export function otherClients(): OtherClients {
  const child = fork(join(import.meta.dirname, "load-process.ts"), { serialization: "advanced" });
  setPriority(child.pid as number, constants.priority.PRIORITY_LOW);
  return {
    send: async (load) => {
      child.send(load);
      const [burst] = (await once(child, "message")) as [Burst];
      return burst;
    },
    stop: () => child.kill(),
  };
}
