interface ScaleSwitchProps {
  readonly isWhole: boolean;
  readonly onChange: (isWhole: boolean) => void;
}

/** Whether the scale of a chart has its outliers too: then everything else is small. */
export function ScaleSwitch({ isWhole, onChange }: ScaleSwitchProps) {
  return (
    <button type="button" class="quiet scale-switch" aria-pressed={isWhole} onClick={() => onChange(!isWhole)}>
      Draw all on one scale
    </button>
  );
}
