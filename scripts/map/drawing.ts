import { type Floor, roomNames } from "./floors.ts";
import { standsOn, type Uses } from "./uses.ts";

/** The house in characters: its floors from the roof to the ground, and beside each room those that it stands on. */
export function drawing(floors: readonly Floor[], uses: Uses): string {
  const names = roomNames(floors);
  const nameWidth = Math.max(...names.map((name) => name.length));
  const lineOf = (room: string) => {
    const below = standsOn(room, uses);
    // In the order of the house, so that the drawing changes only when an arrow does.
    const listed = names.filter((name) => below.has(name));
    return listed.length === 0 ? room : `${room.padEnd(nameWidth)} -> ${listed.join(", ")}`;
  };
  const storeys = floors.map(({ title, rooms }) => ({ title, lines: rooms.map(({ name }) => lineOf(name)) }));
  const width = Math.max(...storeys.flatMap(({ title, lines }) => [title, ...lines].map(({ length }) => length)));
  return [
    ...storeys.flatMap(({ title, lines }) => [
      `+- ${title} ${"-".repeat(width - title.length - 1)}+`,
      ...lines.map((line) => `| ${line.padEnd(width)} |`),
    ]),
    `+-${"-".repeat(width)}-+`,
  ].join("\n");
}

/** Where an import would lead up, or to a room that is in no list: what a drawing with arrows that point down cannot show. */
export function undrawable(floors: readonly Floor[], uses: Uses): readonly string[] {
  const names = roomNames(floors);
  return [...uses].flatMap(([room, used]) =>
    [...used].filter((other) => names.indexOf(other) <= names.indexOf(room)).map((other) => `${room} -> ${other}`),
  );
}
