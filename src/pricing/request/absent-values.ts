import type { Defaults, Parameter } from "./parameter.ts";

/**
 * Values of parameters none of which was sent, to be filled in, and the day after them. They are the same all day, so they are found once a day
 * and copied.
 */
export function absentValues(parameters: readonly Parameter<unknown>[]): (defaults: Defaults) => unknown[] {
  let values: readonly unknown[] = [];
  let day: string | null = null;
  return (defaults) => {
    if (defaults.today !== day) {
      values = [...parameters.map((parameter) => parameter.absent(defaults)), defaults.today];
      day = defaults.today;
    }
    return values.slice();
  };
}
