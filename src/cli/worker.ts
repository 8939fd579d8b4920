import { longWorkKeeper } from "./long-work.ts";

longWorkKeeper();
const [{ runWorker }, { product }] = await Promise.all([import("../operations/worker.ts"), import("./product.ts")]);
runWorker(product);
