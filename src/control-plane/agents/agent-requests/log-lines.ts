import { maxLogBytes, maxLogLines } from '../../../contract/limits.ts';
import { storable } from '../../../text/storable.ts';

/** Returns the last lines that fit into a log session, in a form that the database can hold. */
export function fitLogLines(lines: readonly string[]): string[] {
  const last = lines.slice(-maxLogLines).map(storable);
  let bytes = 0;
  const firstThatExceeds = last.findLastIndex((line) => {
    bytes += Buffer.byteLength(line) + 1;
    return bytes > maxLogBytes;
  });
  return last.slice(firstThatExceeds + 1);
}
