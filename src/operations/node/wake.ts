/** Lets one loop sleep until somebody calls; a call while it is awake is not forgotten. */
export class Wake {
  #isCalled = false;
  #wake: (() => void) | null = null;

  call(): void {
    this.#isCalled = true;
    this.#wake?.();
  }

  /** Resolves with the next call, or after so many milliseconds; null: not before a call. */
  async called(milliseconds: number | null): Promise<void> {
    if (!this.#isCalled) {
      await new Promise<void>((resolve) => {
        const timer = milliseconds === null ? undefined : setTimeout(resolve, milliseconds);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.#wake = null;
    }
    this.#isCalled = false;
  }
}
