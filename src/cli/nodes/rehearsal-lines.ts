import type { OperationFragment } from '../../contract/operations.generated.ts';
import { printable } from '../../text/printable.ts';

type Rehearsal = NonNullable<NonNullable<OperationFragment['result']>['rehearse']>;

/** Describes what a rehearsal found, one line per fact that is known. */
export function rehearsalLines(found: Rehearsal): string[] {
  const { fileSystem, copiedBytes, copySeconds, frozenSeconds, startSeconds, stopSeconds, peakMemoryMiB } = found;
  const { height, bestBlockHash, utxoHash } = found;
  const seconds = (value: number) => `${value.toFixed(1)} s`;
  const copy =
    copiedBytes != null && copySeconds != null && frozenSeconds != null
      ? `${(copiedBytes / 1024 ** 3).toFixed(1)} GiB shared in ${seconds(copySeconds)}, the node frozen for ${frozenSeconds.toFixed(2)} s (${fileSystem})`
      : null;
  const rows: (readonly [string, string | null])[] = [
    ['verdict', found.verdict.replaceAll('_', ' ')],
    ['copy', copy],
    ['start', startSeconds == null ? null : seconds(startSeconds)],
    ['stop', stopSeconds == null ? null : seconds(stopSeconds)],
    ['memory', peakMemoryMiB == null ? null : `${peakMemoryMiB} MiB at most`],
    [
      'tip',
      height == null
        ? null
        : `${height} ${bestBlockHash ?? ''}${found.verdict === 'passed' ? ', as the node has it' : ''}`,
    ],
    ['UTXO set', utxoHash == null ? null : `${utxoHash}, as the node has it`],
    ...found.indexes.map(
      ({ name, synced, height: at }) => ['index', `${name}: ${synced ? 'complete' : `at ${at}`}`] as const,
    ),
    ...found.ignoredOptions.map((key) => ['ignored option', key] as const),
    ...found.warnings.map((text) => ['warning', text] as const),
    ...found.notes.map((text) => ['note', text] as const),
    ...found.wayBack.map((text) => ['way back', text] as const),
  ];
  const known = rows.flatMap(([label, text]) => (text === null ? [] : [[label, text] as const]));
  const width = Math.max(...known.map(([label]) => label.length));
  return known.map(([label, text]) => `  ${label.padEnd(width)}  ${printable(text)}`);
}
