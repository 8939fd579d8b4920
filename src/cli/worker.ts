import { longWorkSupervisor } from "./long-work.ts";

longWorkSupervisor();
const [{ runWorker }, { product }] = await Promise.all([
  import("../serve/operations/worker.ts"),
  import("./product.ts"),
]);
runWorker(product);
