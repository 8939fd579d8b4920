import type { CatalogueState, ReleaseInService } from "../api/ready.ts";
import { labelOf } from "../words/names.ts";
import { type Lookup, otherPlace } from "./lookup.ts";

interface PlaceFieldsProps {
  readonly lookup: Lookup;
  readonly states: readonly CatalogueState[];
  readonly release: ReleaseInService | null;
  readonly onLookup: (lookup: Lookup) => void;
}

/** State and setting. Those without data are there and say so: what is missing should not look as if it did not exist. */
export function PlaceFields({ lookup, states, release, onLookup }: PlaceFieldsProps) {
  const { state, setting } = lookup;
  const isLoaded = (code: string, name: string) => release === null || release.loaded[code]?.[name] === true;
  const said = (text: string, isThere: boolean) => (isThere ? text : `${text} (no data loaded)`);
  return (
    <div class="place-fields">
      <div class="field">
        <label for="place-state">State</label>
        <select
          id="place-state"
          value={state.code}
          onChange={({ currentTarget }) => {
            const chosen = states.find(({ code }) => code === currentTarget.value);
            const settings = chosen?.settings ?? [];
            const same = settings.find((each) => each.setting === setting.setting) ?? settings[0];
            if (chosen !== undefined && same !== undefined) onLookup(otherPlace(lookup, chosen, same));
          }}
        >
          {states.map(({ code, name, settings }) => (
            <option key={code} value={code}>
              {said(
                name,
                settings.some((each) => isLoaded(code, each.setting)),
              )}
            </option>
          ))}
        </select>
      </div>
      <div class="field">
        <label for="place-setting">Setting</label>
        <select
          id="place-setting"
          value={setting.setting}
          onChange={({ currentTarget }) => {
            const chosen = state.settings.find((each) => each.setting === currentTarget.value);
            if (chosen !== undefined) onLookup(otherPlace(lookup, state, chosen));
          }}
        >
          {state.settings.map((each) => (
            <option key={each.setting} value={each.setting}>
              {said(labelOf(each.setting), isLoaded(state.code, each.setting))}
            </option>
          ))}
        </select>
      </div>
      {isLoaded(state.code, setting.setting) ? null : (
        <p class="hint place-unloaded">
          The data in service has no {state.name} {setting.setting} rates: nothing can be priced here until they are
          imported.
        </p>
      )}
    </div>
  );
}
