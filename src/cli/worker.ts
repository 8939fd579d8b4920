import { tuneGarbageCollection } from "./garbage-collection.ts";
import { longWorkThread } from "./long-work.ts";

tuneGarbageCollection();
longWorkThread();
const [{ runWorker }, { product }] = await Promise.all([import("../operations/worker.ts"), import("./product.ts")]);
runWorker(product);
