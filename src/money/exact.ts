/** An exact decimal, `units` over ten to the power of `scale`, with the digits that it is printed with. Money and factors are both. */
export interface Exact {
  readonly units: bigint;
  readonly scale: number;
  readonly text: string;
}
