import { type Layer, moduleNames } from "./layers.ts";
import { standsOn, type Uses } from "./uses.ts";

/** The house in characters: its layers from the roof to the ground, and beside each module those that it stands on. */
export function drawing(layers: readonly Layer[], uses: Uses): string {
  const names = moduleNames(layers);
  const nameWidth = Math.max(...names.map((name) => name.length));
  const lineOf = (module: string) => {
    const below = standsOn(module, uses);
    // In the order of the house, so that the drawing changes only when an arrow does.
    const listed = names.filter((name) => below.has(name));
    return listed.length === 0 ? module : `${module.padEnd(nameWidth)} -> ${listed.join(", ")}`;
  };
  const storeys = layers.map(({ title, modules }) => ({ title, lines: modules.map(({ name }) => lineOf(name)) }));
  const width = Math.max(...storeys.flatMap(({ title, lines }) => [title, ...lines].map(({ length }) => length)));
  return [
    ...storeys.flatMap(({ title, lines }) => [
      `+- ${title} ${"-".repeat(width - title.length - 1)}+`,
      ...lines.map((line) => `| ${line.padEnd(width)} |`),
    ]),
    `+-${"-".repeat(width)}-+`,
  ].join("\n");
}

/** Where an import would lead up, or to a module that is in no list: what a drawing with arrows that point down cannot show. */
export function undrawable(layers: readonly Layer[], uses: Uses): readonly string[] {
  const names = moduleNames(layers);
  return [...uses].flatMap(([module, used]) =>
    [...used].filter((other) => names.indexOf(other) <= names.indexOf(module)).map((other) => `${module} -> ${other}`),
  );
}
