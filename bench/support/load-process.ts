import { type Burst, type Load, sendLoad } from "./load.ts";

/** A load generator in its own process: it sends the given requests and reports the outcome. */
process.on("message", async (load: Load) => {
  const burst: Burst = await sendLoad(load);
  process.send?.(burst);
});
