/** Returns the last lines, at most `count` and `maxBytes` with their line ends. */
export function lastLines(lines: readonly string[], count: number, maxBytes: number): string[] {
  const last = lines.slice(-count);
  let bytes = 0;
  const firstThatExceeds = last.findLastIndex((line) => {
    bytes += Buffer.byteLength(line) + 1;
    return bytes > maxBytes;
  });
  return last.slice(firstThatExceeds + 1);
}
