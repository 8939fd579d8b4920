import cluster from "node:cluster";
import { runWorker } from "../../../../src/serve/operations/worker.ts";
import { product } from "./fixture-product.ts";

/** The second worker hears late that it is to adopt the release, as on a busy machine. */
const lateMilliseconds = Number(process.env.LATE_ADOPTION_MILLISECONDS ?? 0);
if (lateMilliseconds > 0 && cluster.worker?.id === 2) {
  const emit = process.emit.bind(process) as (...args: unknown[]) => boolean;
  process.emit = ((event: string, message: { readonly name?: string }, ...others: unknown[]) => {
    const isLate = event === "message" && message.name === "adopt";
    if (isLate) setTimeout(() => emit(event, message, ...others), lateMilliseconds);
    return isLate || emit(event, message, ...others);
  }) as typeof process.emit;
}

runWorker(product);
