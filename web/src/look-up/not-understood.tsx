import { Link } from "../parts/link.tsx";
import { addressOfLookup, type Lookup } from "./lookup.ts";

interface NotUnderstoodProps {
  readonly faults: readonly string[];
  /** What is left of the address without them. */
  readonly lookup: Lookup;
}

/** Stands in the place of the price: one of another question would be taken for the answer to this one. */
export function NotUnderstood({ faults, lookup }: NotUnderstoodProps) {
  return (
    <div class="notice notice-fault" role="alert">
      <h2>The address is not understood</h2>
      <ul>
        {faults.map((fault) => (
          <li key={fault}>{fault}</li>
        ))}
      </ul>
      <p>Nothing was looked up: the price would be of something else than the address says.</p>
      <p>
        <Link to={addressOfLookup(lookup)}>
          Leave {faults.length === 1 ? "it" : "them"} out, in {lookup.state.name} {lookup.setting.setting}
        </Link>
      </p>
    </div>
  );
}
