import { type Burst, type Load, sendLoad } from "./load.ts";

/** A load generator in a process of its own: it sends what it is told and says what came of it. */
process.on("message", async (load: Load) => {
  const burst: Burst = await sendLoad(load);
  process.send?.(burst);
});
