import { madeUpText } from "../../src/dataset/made-up.ts";
import type { ReleaseInService } from "./api/ready.ts";
import { Link } from "./parts/buttons.tsx";

/** The view that shows how real rates are loaded. */
export const LOAD_RATES_PATH = "/load-rates";

/** "All providers and 31 tables are made up. Not for paying or disputing claims."; null where nothing is made up. */
export function testDataText({ sources }: Pick<ReleaseInService, "sources">): string | null {
  const madeUp = madeUpText(sources);
  return madeUp === null ? null : `${madeUp} ${NOT_FOR_CLAIMS}`;
}

export const NOT_FOR_CLAIMS = "Not for paying or disputing claims.";

interface TestDataBandProps {
  /** Null until it is known. */
  readonly release: ReleaseInService | null;
}

/** The band over every view, on paper too, while some of the data is made up. */
export function TestDataBand({ release }: TestDataBandProps) {
  const madeUp = release === null ? null : testDataText(release);
  if (madeUp === null) return null;
  return (
    <aside class="test-data" aria-label="Test data">
      <p>
        <strong>TEST DATA</strong> {madeUp} <Link to={LOAD_RATES_PATH}>Load real rates</Link>
      </p>
    </aside>
  );
}
