import type { SettingCoverage } from "../../../src/answers/coverage/schema.ts";
import { labelOf } from "../words/name.ts";

interface SettingsListProps {
  readonly settings: readonly SettingCoverage[];
}

/** Whether each setting can be priced, what it lacks, and what would bring it. */
export function SettingsList({ settings }: SettingsListProps) {
  return (
    <dl class="settings">
      {settings.map((each) => (
        <div key={each.setting}>
          <dt>{labelOf(each.setting)}</dt>
          <dd>
            <SettingWords setting={each} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function SettingWords({ setting: { loaded, not_loaded_tables, stale_tables } }: { readonly setting: SettingCoverage }) {
  const isWhole = loaded && not_loaded_tables.length === 0;
  return (
    <>
      <p class={loaded ? undefined : "amber"}>
        {isWhole ? "Loaded in full." : loaded ? "Loaded in part." : "Not loaded: none of its tables has rows."}
      </p>
      {not_loaded_tables.length === 0 ? null : (
        <p>
          Without rows: <Names of={not_loaded_tables} />. A publication that feeds them has to be imported;{" "}
          <code>ratebook import --list</code> names those that do, and where they are published.
        </p>
      )}
      {stale_tables.length === 0 ? null : (
        <p>
          <strong class="amber">Stale on this day:</strong> <Names of={stale_tables} />. A newer edition has to be
          imported.
        </p>
      )}
    </>
  );
}

function Names({ of: names }: { readonly of: readonly string[] }) {
  return (
    <>
      {names.map((name, index) => (
        <>
          {index === 0 ? "" : ", "}
          <span class="code">{name}</span>
        </>
      ))}
    </>
  );
}
