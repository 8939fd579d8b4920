import "./figure-source.css";

interface FigureChipProps {
  /** The figure as it is shown. */
  readonly text: string;
  /** What it is, for those who do not see where it stands. */
  readonly name: string;
  readonly isOpen: boolean;
  readonly panel: string;
  /** Its number in the list of sources, on paper. */
  readonly number: number | null;
  readonly onToggle: () => void;
}

/** A figure in a formula that opens its source. */
export function FigureChip({ text, name, isOpen, panel, number, onToggle }: FigureChipProps) {
  return (
    <span class="figure-chip">
      <button
        type="button"
        class="chip"
        aria-expanded={isOpen}
        aria-controls={isOpen ? panel : undefined}
        title={`Where ${name} comes from`}
        onClick={onToggle}
      >
        {text}
      </button>
      {number === null ? null : <sup class="on-paper">{number}</sup>}
    </span>
  );
}
