import { printable } from '../text/printable.ts';
import type { NodeLogChunk } from './types.generated.ts';

/** A log line, or a notice about the log. */
export type FollowedText = { line: string } | { notice: string };

/** Returns a chunk's lines and notices, given the expected chunk number. */
export function textsOf({ sequence, lines, dropped, notice }: NodeLogChunk, expected: number): FollowedText[] {
  const isLost = sequence != null && sequence > expected;
  const missed = dropped === 1 ? '1 line was' : `${dropped} lines were`;
  return [
    ...(isLost ? [{ notice: 'some lines were lost in transit' }] : []),
    ...(dropped > 0 ? [{ notice: `${missed} dropped, because the reader was too slow` }] : []),
    ...(notice == null ? [] : [{ notice: printable(notice) }]),
    ...lines.map((line) => ({ line: printable(line) })),
  ];
}
