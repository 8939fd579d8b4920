import { afterEach, expect, it } from "vitest";
import { stopThisProcess } from "../../../bin/launch/parent.mjs";
import { listenToSignals, publicReason, type StopRequest } from "../../../src/serve/operations/supervision.ts";

const before = new Map(process.eventNames().map((event) => [event, process.rawListeners(event as "exit")]));

afterEach(() => {
  for (const event of process.eventNames()) {
    for (const listener of process.rawListeners(event as "exit")) {
      if (!before.get(event)?.includes(listener)) process.off(event as "exit", listener as () => void);
    }
  }
});

function stopsOf(): StopRequest[] {
  const stops: StopRequest[] = [];
  listenToSignals({ stop: (request) => stops.push(request), reload: () => {} });
  return stops;
}

it("a starter that is gone stops a server as a signal does", () => {
  const stops = stopsOf();
  stopThisProcess();
  expect(stops).toEqual([{ signal: "SIGTERM", isFromTerminal: false }]);
});

it("a server that was told to stop together with its starter goes on stopping: it is no second signal", () => {
  const stops = stopsOf();
  process.emit("SIGTERM", "SIGTERM");
  stopThisProcess();
  expect(stops).toHaveLength(1);
});

it("the reason of a refused reload is shown without the folder of the release, and limited in length", () => {
  const file = "/srv/all rates/served.db";
  expect(publicReason(`${file} is not a Ratebook release.`, file)).toBe("served.db is not a Ratebook release.");
  expect(publicReason(`${file} ${"x".repeat(1_000)}`, file)).toHaveLength(203);
});
