import type { PreviewRolloutQuery } from '../../../contract/operations.generated.ts';
import { printable } from '../../../text/printable.ts';
import { type OutputOptions, print, tableLines } from '../../output.ts';

type Preview = NonNullable<PreviewRolloutQuery['upgradeRolloutPreview']>;

/** Prints what would become of a rollout. Ends with 1 where it would be refused. */
export function printPreview(preview: Preview, options: OutputOptions): void {
  print(preview, options, () => previewLines(preview));
  if (!preview.accepted) process.exitCode = 1;
}

const previewLines = ({ accepted, members }: Preview): string[] => [
  accepted ? 'would start; nothing has begun' : 'would be refused; nothing has begun',
  '',
  ...tableLines(
    ['group', 'executor', 'version', 'in its way'],
    members.map(({ group, executorName, version, obstacle }) => [
      String(group),
      executorName,
      printable(version),
      obstacle === null ? '' : printable(obstacle),
    ]),
  ),
];
