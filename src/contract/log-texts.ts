import { printable } from '../text/printable.ts';
import type { NodeLogChunk } from './types.generated.ts';

/** What comes of a log: a line of it, or a word about it. */
export type FollowedText = { line: string } | { notice: string };

/** Returns what a chunk says, given the number that was expected. Pure. */
export function textsOf({ sequence, lines, dropped, notice }: NodeLogChunk, expected: number): FollowedText[] {
  const isLost = sequence != null && sequence > expected;
  return [
    ...(isLost ? [{ notice: 'some lines were lost on their way' }] : []),
    ...(dropped > 0
      ? [
          {
            notice: `${dropped === 1 ? '1 line was left out, because it was' : `${dropped} lines were left out, because they were`} not read in time`,
          },
        ]
      : []),
    ...(notice == null ? [] : [{ notice: printable(notice) }]),
    ...lines.map((line) => ({ line: printable(line) })),
  ];
}
