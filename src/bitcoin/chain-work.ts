/** As a daemon or an executor may write the total work of a chain (`chainwork`), which has 256 bits. */
export const workPattern = /^[0-9a-f]{1,64}$/i;

/** Returns work as 64 lower-case digits, so that the order of the texts is that of the numbers; null if it is invalid. */
export const readWork = (text: string | null | undefined): string | null =>
  text != null && workPattern.test(text) ? text.toLowerCase().padStart(64, '0') : null;

/** Orders work as `readWork` returns it: the most comes first, unknown work last. */
export const byWork = (a: string | null, b: string | null): number => {
  const [left, right] = [a ?? '', b ?? ''];
  return left === right ? 0 : left > right ? -1 : 1;
};
