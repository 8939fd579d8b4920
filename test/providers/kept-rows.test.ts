import { expect, test } from "vitest";
import { KeptRows, RowRoom } from "../../src/providers/kept-rows.ts";

interface Row {
  readonly line: number;
}

test("a row is kept when it is offered a second time", () => {
  const rows = new KeptRows<Row>(new RowRoom(100), 10);
  rows.offer(3, { line: 3 });
  expect(rows.get(3)).toBeUndefined();
  rows.offer(3, { line: 3 });
  expect(rows.get(3)).toEqual({ line: 3 });
});

test("registries of one room never see each other's rows", () => {
  const room = new RowRoom(100);
  const [one, other] = [new KeptRows<Row>(room, 10), new KeptRows<Row>(room, 10)];
  for (let time = 0; time < 2; time += 1) one.offer(9, { line: 9 });
  expect(other.get(9)).toBeUndefined();
  expect(other.get(0)).toBeUndefined();
  expect(one.get(9)).toEqual({ line: 9 });
});

test("the room is that of all registries together", () => {
  const room = new RowRoom(4);
  const [one, other] = [new KeptRows<Row>(room, 10), new KeptRows<Row>(room, 10)];
  for (let time = 0; time < 2; time += 1) one.offer(0, { line: 0 });
  for (let number = 0; number < 8; number += 1)
    for (let time = 0; time < 2; time += 1) other.offer(number, { line: number });
  expect(one.get(0)).toBeUndefined();
  expect(other.get(7)).toEqual({ line: 7 });
});
