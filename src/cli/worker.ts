import { runWorker } from "../operations/worker.ts";
import { product } from "./product.ts";

runWorker(product);
