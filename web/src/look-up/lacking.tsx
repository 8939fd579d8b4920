import { useEffect, useState } from "preact/hooks";
import type { CatalogueParameter } from "../api/catalogue.ts";
import { labelOf, listText } from "../words/name.ts";
import { controlId } from "./parts-of-question.ts";
import { wantField } from "./wanted-field.ts";

/** What a question lacks, as faults of its fields once it was sent without them. */
interface LackingFaults {
  readonly faults: Readonly<Record<string, string>>;
  /** To be called when the question is sent: leads to the first field that is needed; false where none is. */
  readonly refuse: (lacking: readonly CatalogueParameter[]) => boolean;
}

/** Nobody is told of a fault before they have sent the question. */
export function useLackingFaults(lacking: readonly CatalogueParameter[]): LackingFaults {
  const [isTold, setIsTold] = useState(false);
  const isLacking = lacking.length > 0;
  useEffect(() => {
    if (!isLacking) setIsTold(false);
  }, [isLacking]);
  return {
    faults: isTold ? Object.fromEntries(lacking.map(({ name }) => [name, faultText(name)])) : {},
    refuse: (found) => {
      const [first] = found;
      if (first === undefined) return false;
      setIsTold(true);
      wantField(first.name);
      return true;
    },
  };
}

function faultText(parameter: string): string {
  return `${labelOf(parameter)} is needed to look a rate up.`;
}

interface LackingProps {
  readonly lacking: readonly CatalogueParameter[];
  readonly faults: LackingFaults["faults"];
}

/** Stands in the place of the price: what to give; where it was sent without, each as a fault that leads to its field. */
export function Lacking({ lacking, faults }: LackingProps) {
  if (Object.keys(faults).length === 0) {
    return (
      <p class="lacking" role="status">
        To look a rate up, give {listText(lacking.map(({ name }) => labelOf(name).toLowerCase()))}.
      </p>
    );
  }
  return (
    <div class="notice notice-fault" role="alert">
      <h2>Nothing was looked up</h2>
      <ul>
        {Object.entries(faults).map(([name, fault]) => (
          <li key={name}>
            <a href={`#${controlId(name)}`}>{fault}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}
