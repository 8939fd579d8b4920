import { Link } from "../parts/link.tsx";
import { addressOfLookup, isSameLookup, type Lookup } from "./lookup.ts";

/** Lookups of the setting that show what can be asked. */
export function Examples({ lookup }: { readonly lookup: Lookup }) {
  const { setting } = lookup;
  if (setting.examples.length === 0) return null;
  return (
    <section class="examples">
      <h2>Examples</h2>
      <ul>
        {setting.examples.map(({ title, query }) => {
          const example = { ...lookup, fields: query };
          return (
            <li key={title}>
              <Link to={addressOfLookup(example)} isCurrent={isSameLookup(example, lookup)}>
                {title}
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
