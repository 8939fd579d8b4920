import { makeDataset, SAMPLE_CODES } from "../data/dataset.ts";
import { california } from "../data/plans/ca.ts";
import { npiOf as npiIn } from "../data/registry.ts";

/** California with `providers` invented providers, on top of the sample's rates; made once and kept. */
export function largeDataset(sample: string, folder: string, providers: number): Promise<string> {
  return makeDataset(sample, folder, { providers: { ca: providers }, ...SAMPLE_CODES });
}

/** The NPI of the provider at an index, so that lookups can be made without reading the file. */
export function npiOf(index: number): string {
  return npiIn(california, index);
}
