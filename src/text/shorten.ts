/** Cuts the middle out of a text of more than `maxLength` UTF-16 units: a message has its quotes in the middle and the reason at its end. */
export function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const half = Math.floor((maxLength - 1) / 2);
  return `${text.slice(0, half)}…${text.slice(-half)}`.toWellFormed();
}
