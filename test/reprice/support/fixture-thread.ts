import { failure } from "../../../src/core/runtime/failure.ts";
import { answerParent } from "../../../src/core/runtime/thread.ts";
import type { PricingCalls } from "../../../src/reprice/crew.ts";
import { RepricingTally } from "../../../src/reprice/pricing/tally.ts";

/* A thread small enough to test the crew: it gives lines back as they came, breaks at the word "break", ends at "end". */

const calls: PricingCalls = {
  open: ({ release }) => {
    if (release.contentHash === "refused") throw failure("it is refused");
    return "opened";
  },
  price: async ({ bytes }) => {
    const text = Buffer.from(bytes).toString();
    if (text === "break") throw new TypeError("broken on purpose");
    if (text === "end") process.exit(1);
    return { output: new Uint8Array(bytes), faults: new Uint8Array(0), tally: new RepricingTally().record() };
  },
};
answerParent(calls);
