/** One step of the schema: what is in it stays as it is once it has been released. */
export interface Migration {
  readonly name: string;
  readonly statements: string;
}
