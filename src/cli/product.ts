import { createApp } from "../http/app.ts";
import type { LongWorkKeeper } from "../http/long-work/keeper.ts";
import { ReleasesInService } from "../http/long-work/releases-in-service.ts";
import type { Product } from "../operations/product.ts";
import type { State } from "../pricing/state.ts";
import { openReleaseInSlices } from "../release/open.ts";
import { states } from "../states/index.ts";
import { longWorkKeeper } from "./long-work.ts";

interface Made {
  readonly states: readonly State[];
  /** Its threads know the same states. */
  readonly keeper: () => LongWorkKeeper;
  readonly workerModule: URL;
}

/** The service of some states, over HTTP. */
export function productOf({ states, keeper, workerModule }: Made): Product {
  const inService = new ReleasesInService(states, keeper);
  return {
    createApplication(parts) {
      keeper().reportTo(parts.onLongWork);
      return createApp({
        ...parts,
        states,
        longWork: (release) => inService.longWorkOf(release),
        isLongWorkDone: (release) => inService.isAtWork(release),
      });
    },
    openRelease: (file) => inService.open(file),
    async describeRelease(file) {
      const release = await openReleaseInSlices(file, states);
      release.close();
      return release.description;
    },
    workerModule,
  };
}

/** The service that is operated: all states. This is where everything comes together. */
export const product = productOf({
  states,
  keeper: longWorkKeeper,
  workerModule: new URL("./worker.ts", import.meta.url),
});
