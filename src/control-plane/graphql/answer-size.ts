/** Returns about how many bytes a value takes as JSON, or Infinity as soon as that is more than `most`. */
export function answerSize(value: unknown, maxBytes: number): number {
  let bytes = 0;
  const rest: unknown[] = [value];
  while (rest.length > 0) {
    const next = rest.pop();
    if (typeof next === 'string') bytes += Buffer.byteLength(next) + 3;
    else if (typeof next === 'object' && next !== null) {
      for (const [key, inner] of Object.entries(next)) {
        if (!Array.isArray(next)) bytes += key.length + 3;
        rest.push(inner);
      }
    } else bytes += 5;
    if (bytes > maxBytes) return Number.POSITIVE_INFINITY;
  }
  return bytes;
}
