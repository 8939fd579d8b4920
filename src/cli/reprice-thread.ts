import { runPricingThread } from "../reprice/threads/pricing-thread.ts";
import { states } from "../states/index.ts";

runPricingThread(states);
