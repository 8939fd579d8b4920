import { createApp } from "../http/app.ts";
import type { LongWorkKeeper } from "../http/long-work/keeper.ts";
import { ReleasesInService } from "../http/long-work/releases-in-service.ts";
import { Comparer } from "../http/releases/comparer.ts";
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
  /** What a thread that compares releases starts with; it knows the same states. */
  readonly comparisonModule: URL;
}

/** The service of some states, over HTTP. */
export function productOf({ states, keeper, workerModule, comparisonModule }: Made): Product {
  const inService = new ReleasesInService(states, keeper);
  return {
    createApplication(parts) {
      keeper().reportTo(parts.onLongWork);
      const { archiveFolder } = parts;
      const archive =
        archiveFolder === null ? null : { folder: archiveFolder, comparer: new Comparer(comparisonModule) };
      return createApp({
        ...parts,
        states,
        archive,
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
  comparisonModule: new URL("./release-comparison-thread.ts", import.meta.url),
});
