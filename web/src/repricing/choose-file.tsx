import { useRef, useState } from "preact/hooks";
import type { CatalogueSetting, CatalogueState } from "../api/catalogue.ts";
import { labelOf } from "../words/name.ts";
import { IDS } from "./controls.ts";
import type { Draft } from "./draft.ts";
import { sizeText } from "./size.ts";

interface ChooseFileProps {
  readonly states: readonly CatalogueState[];
  readonly chosen: { readonly state: CatalogueState; readonly setting: CatalogueSetting };
  readonly draft: Draft;
  readonly isLocked: boolean;
  readonly onChange: (changes: Partial<Draft>) => void;
}

/** Whose claims they are, and the file. Dropping it is an extra: the input does the same. */
export function ChooseFile({ states, chosen, draft, isLocked, onChange }: ChooseFileProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);

  function take(files: FileList | null | undefined) {
    const file = files?.[0];
    if (file !== undefined && !isLocked) onChange({ file });
  }

  return (
    <div class="choose">
      <div class="field">
        <label for={IDS.state}>State</label>
        <select
          id={IDS.state}
          value={chosen.state.code}
          disabled={isLocked}
          onChange={({ currentTarget }) => onChange({ state: currentTarget.value, setting: null })}
        >
          {states.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <div class="field">
        <label for={IDS.setting}>Setting</label>
        <select
          id={IDS.setting}
          value={chosen.setting.setting}
          disabled={isLocked}
          onChange={({ currentTarget }) => onChange({ state: chosen.state.code, setting: currentTarget.value })}
        >
          {chosen.state.settings.map(({ setting }) => (
            <option key={setting} value={setting}>
              {labelOf(setting)}
            </option>
          ))}
        </select>
      </div>
      <fieldset
        class={isOver ? "drop drop-over" : "drop"}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setIsOver(false);
          const files = event.dataTransfer?.files;
          // The input then says its name, as if it had been chosen there.
          if (input.current !== null && files !== undefined && files.length === 1) input.current.files = files;
          take(files);
        }}
      >
        <legend class="unseen">File of claims</legend>
        <label for={IDS.file}>{draft.file === null ? "Choose a file, or drop it here" : "Choose another file"}</label>
        <input
          id={IDS.file}
          ref={input}
          type="file"
          accept=".csv,.tsv,.txt,.xlsx"
          disabled={isLocked}
          // Or choosing the same file again, corrected meanwhile, would change nothing.
          onClick={({ currentTarget }) => {
            currentTarget.value = "";
          }}
          onChange={({ currentTarget }) => take(currentTarget.files)}
        />
        <p role="status" class="file-name">
          {draft.file === null ? "" : `${draft.file.name}, ${sizeText(draft.file.size)}`}
        </p>
      </fieldset>
    </div>
  );
}
