import { runWorker } from "../operations/worker.ts";
import { tuneGarbageCollection } from "./garbage-collection.ts";
import { product } from "./product.ts";

tuneGarbageCollection();
runWorker(product);
