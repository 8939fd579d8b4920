import type { RateData, RowPlace } from "../dataset/table.ts";
import { ClassesBuilder } from "./classes.ts";
import type { ProviderDefinition, SearchFilter } from "./definition.ts";
import { type FilterBuilder, filterBuilder } from "./filters.ts";
import { IdentifierIndexBuilder } from "./identifier-index.ts";
import { NameIndexBuilder } from "./names/index-builder.ts";
import type { Ranks } from "./ranking.ts";
import { IdentitiesBuilder } from "./repeated-providers.ts";
import type { ProviderIndexWriter } from "./store.ts";

/** Compiles every index of a provider table from its rows. */
export class ProviderIndexBuilder<Row extends RowPlace> {
  readonly #definition: ProviderDefinition<Row>;
  readonly #data: RateData;
  readonly #names = new NameIndexBuilder();
  readonly #identifiers: IdentifierIndexBuilder<Row>;
  readonly #identities = new IdentitiesBuilder();
  readonly #outpatient = new ClassesBuilder("outpatient");
  readonly #inpatient = new ClassesBuilder("inpatient");
  readonly #filters: readonly (readonly [SearchFilter<Row>, FilterBuilder])[];

  constructor(definition: ProviderDefinition<Row>, data: RateData) {
    this.#definition = definition;
    this.#data = data;
    this.#identifiers = new IdentifierIndexBuilder(definition);
    this.#filters = Object.entries(definition.filters).map(([name, filter]) => [
      filter,
      filterBuilder(name, filter.match),
    ]);
  }

  /** Adds the next row, in any order. */
  add(row: Row): void {
    const { name, identity, classes } = this.#definition;
    this.#names.add(name(row));
    this.#identifiers.add(row);
    this.#identities.add(identity(row));
    this.#outpatient.add(classes.outpatient?.(row, this.#data) ?? null);
    this.#inpatient.add(classes.inpatient?.(row, this.#data) ?? null);
    for (const [filter, builder] of this.#filters) builder.add(filter.of(row, this.#data));
  }

  /** Stores the indexes; rows are known by their ranks from here on. */
  write(writer: ProviderIndexWriter, ranks: Ranks): void {
    this.#names.write(writer, ranks);
    this.#identifiers.write(writer, ranks);
    this.#identities.write(writer, ranks);
    this.#outpatient.write(writer, ranks);
    this.#inpatient.write(writer, ranks);
    for (const [, builder] of this.#filters) builder.write(writer, ranks);
  }
}
