import { Component, type ComponentChildren } from "preact";
import { Notice } from "./notice.tsx";

interface BoundaryProps {
  /** What cannot be shown, as the beginning of a sentence: "The history". */
  readonly what: string;
  /** What it is shown for: another one is tried anew. */
  readonly of: string;
  readonly children: ComponentChildren;
}

interface BoundaryState {
  readonly hasFailed: boolean;
}

/** Keeps a mistake of one part of the page from taking the others with it: a blank page says nothing and helps nobody. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { hasFailed: false };

  static override getDerivedStateFromError(): BoundaryState {
    return { hasFailed: true };
  }

  override componentDidUpdate(before: BoundaryProps): void {
    if (this.state.hasFailed && before.of !== this.props.of) this.setState({ hasFailed: false });
  }

  override render() {
    const { what, children } = this.props;
    if (!this.state.hasFailed) return children;
    return (
      <Notice title={`${what} cannot be shown`} kind="fault">
        <p>
          The answer was not as this page expects it. If it stays, load the page anew; it may be older than the service.
        </p>
        <button type="button" onClick={() => this.setState({ hasFailed: false })}>
          Try again
        </button>
      </Notice>
    );
  }
}
