interface WithOutsideProps {
  readonly text: string;
  /** Words of others in it, such as the name of a provider. */
  readonly outside: string | null;
}

/** A sentence with words from outside: whichever way those are written, they do not turn the figures beside them around. */
export function WithOutside({ text, outside }: WithOutsideProps) {
  const at = outside === null || outside === "" ? -1 : text.indexOf(outside);
  if (outside === null || at < 0) return <bdi>{text}</bdi>;
  return (
    <>
      {text.slice(0, at)}
      <bdi>{outside}</bdi>
      {text.slice(at + outside.length)}
    </>
  );
}
