import type { DeletionPreviewFragment } from '../contract/operations.generated.ts';
import { exitCodes } from './command-error.ts';
import { gibibytes, type OutputOptions, print } from './output.ts';

/** Prints what a deletion of chain data would do. Exits with the code of a refusal if it would be refused. */
export function printDeletion(
  preview: DeletionPreviewFragment,
  { name, host }: { name: string; host: string },
  options: OutputOptions,
): void {
  const { accepted, issues, dataPolicy, sizeBytes, wallets } = preview;
  const size = sizeBytes === null ? '' : ` (${gibibytes(sizeBytes / 1024 ** 2)} GiB)`;
  const removed = [
    `its chain data${size} is deleted permanently`,
    wallets === null
      ? 'its wallets are unknown'
      : `wallets that are deleted: ${wallets.map((wallet) => `“${wallet}”`).join(', ') || 'none'}`,
  ];
  print({ name, host, ...preview }, options, () => [
    'dry run',
    `${name} on ${host}`,
    ...(dataPolicy === 'remove' ? removed : [`its chain data${size} stays on ${host}`]),
    ...issues.map(
      ({ path, message, code }) => `refused: ${[path.join('.'), message].filter(Boolean).join(' ')} (${code})`,
    ),
  ]);
  if (!accepted) process.exitCode = exitCodes.refused.code;
}
