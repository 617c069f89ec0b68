/** Leaves the middle of a text out where it has more than `maxLength` UTF-16 units. What a message quotes is in the middle, the reason at its end. */
export function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const half = Math.floor((maxLength - 1) / 2);
  return `${text.slice(0, half)}…${text.slice(-half)}`.toWellFormed();
}
