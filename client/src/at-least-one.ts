/** Fields of which some are alternatives: at least one of these must be there. */
export type AtLeastOne<Fields, Alternatives extends keyof Fields> = Fields &
  { readonly [Name in Alternatives]: { readonly [Sent in Name]-?: NonNullable<Fields[Name]> } }[Alternatives];
