/** Returns a count with its noun, such as `1 node` and `2 nodes`. `shown`: the formatted count. */
export const counted = (count: number, noun: string, shown = String(count)): string =>
  `${shown} ${noun}${count === 1 ? '' : 's'}`;
