import { didYouMean } from "../core/text/closest.ts";
import { DESCRIPTION_FILE, type Source } from "./description.ts";
import type { FaultList } from "./fault.ts";
import type { OriginHandler, SourceNumbers } from "./origins.ts";
import type { StoredCells } from "./row.ts";
import { headersOf, type Table, titleOf } from "./table.ts";

/** A source and the cells that its rows have, by the place of their columns. */
interface Claim {
  readonly sources: SourceNumbers;
  readonly cells: readonly (readonly [place: number, values: ReadonlySet<string>])[];
}

/**
 * The rows of one table that sources written by hand claim with `rows` in `dataset.json`. A table that mixes real and made-up
 * figures says so row by row: a made-up row never has the name of a real publication.
 */
export class SourceRows {
  readonly #claims: readonly Claim[];
  /** Sources without `rows`, for the rows that none claims. */
  readonly #others: { readonly byHand: SourceNumbers; readonly all: SourceNumbers };
  readonly #rows: { readonly line: number; readonly claim: Claim | null }[] = [];

  private constructor(
    claims: readonly Claim[],
    others: { readonly byHand: SourceNumbers; readonly all: SourceNumbers },
  ) {
    this.#claims = claims;
    this.#others = others;
  }

  /** Null where no source of the table claims rows. Reports columns that the table does not have. */
  static of(table: Table, sources: readonly Source[], faults: FaultList): SourceRows | null {
    const headers = headersOf(table);
    const ofTable = sources
      .map((source, number) => ({ source, number }))
      .filter(({ source }) => source.table === titleOf(table));
    const claims = ofTable.flatMap(({ source: { rows }, number }): readonly Claim[] => {
      if (rows === undefined) return [];
      const cells = Object.entries(rows).map(([header, values]) => {
        const place = headers.indexOf(header);
        if (place < 0) reportColumn(`sources[${number}].rows.${header}`, header, headers, faults);
        return [place, new Set(values)] as const;
      });
      return [{ sources: [number], cells }];
    });
    if (claims.length === 0) return null;
    const without = ofTable.filter(({ source }) => source.rows === undefined);
    return new SourceRows(claims, {
      byHand: without.filter(({ source }) => source.edition === null).map(({ number }) => number),
      all: without.map(({ number }) => number),
    });
  }

  /** Takes a row, in file order. The first source that claims it is its source. */
  add(line: number, cells: StoredCells): void {
    const claim = this.#claims.find((each) => each.cells.every(([place, values]) => values.has(cells[place] ?? "")));
    this.#rows.push({ line, claim: claim ?? null });
  }

  /** The handler of a table's imported origins, which come before claims: an import knows its rows best. */
  mergedInto(onOrigin: OriginHandler): { readonly onOrigin: OriginHandler; readonly end: () => void } {
    let next = 0;
    const passUntil = (line: number, others: SourceNumbers) => {
      for (let row = this.#rows[next]; row !== undefined && row.line < line; row = this.#rows[next]) {
        const sources = row.claim?.sources ?? others;
        if (sources.length > 0) onOrigin(row.line, sources, NO_PLACE);
        next += 1;
      }
    };
    let hasImports = false;
    return {
      onOrigin: (line, sources, place) => {
        hasImports = true;
        passUntil(line, this.#others.byHand);
        if (this.#rows[next]?.line === line) next += 1;
        onOrigin(line, sources, place);
      },
      end: () => passUntil(Number.POSITIVE_INFINITY, hasImports ? this.#others.byHand : this.#others.all),
    };
  }
}

/** A claimed row has no place in a published file. */
const NO_PLACE = "";

function reportColumn(member: string, header: string, headers: readonly string[], faults: FaultList): void {
  const remedy = didYouMean(header, headers, `known columns: ${headers.join(", ")}`);
  faults.add({ file: DESCRIPTION_FILE, line: null, column: member, value: null, reason: `unknown column; ${remedy}` });
}
