import { madeUpText } from "../../src/dataset/made-up.ts";
import type { ReleaseInService } from "./api/ready.ts";
import { Link } from "./parts/buttons.tsx";

/** The view that shows how real rates are loaded. */
export const LOAD_RATES_PATH = "/load-rates";

interface TestDataBandProps {
  /** Null until it is known. */
  readonly release: ReleaseInService | null;
}

/** The band over every view, on paper too, while some of the data is made up. */
export function TestDataBand({ release }: TestDataBandProps) {
  const madeUp = release === null ? null : madeUpText(release.sources);
  if (madeUp === null) return null;
  return (
    <aside class="test-data" aria-label="Test data">
      <p>
        <strong>TEST DATA</strong> {madeUp} Not for paying or disputing claims.{" "}
        <Link to={LOAD_RATES_PATH}>Load real rates</Link>
      </p>
    </aside>
  );
}
