import { longWorkThread } from "./long-work.ts";

longWorkThread();
const [{ runWorker }, { product }] = await Promise.all([import("../operations/worker.ts"), import("./product.ts")]);
runWorker(product);
