import type { PreviewFragment, SettingNotesFragment } from '../../contract/operations.generated.ts';
import { counted } from '../../text/counted.ts';
import { printable } from '../../text/printable.ts';
import type { KeyValue } from '../options.ts';
import { type OutputOptions, print, tableLines } from '../output.ts';

/** Prints a request's preview. Exits with 1 if it would be refused, for scripts. */
export function printPreview(preview: PreviewFragment, options: OutputOptions): void {
  print(preview, options, () => previewLines(preview));
  if (!preview.accepted) process.exitCode = 1;
}

function previewLines({ accepted, issues, executor, placement, node, changes, configChanges }: PreviewFragment) {
  const place =
    executor === null || placement === null ? [] : [`host: ${executor.name} (${printable(placement.reason)})`];
  const { cpuCores = 0, memoryMiB = 0, diskGiB = 0 } = node?.resources ?? {};
  const shape =
    node === null
      ? []
      : [
          `node: ${node.client} ${node.clientVersion}, ${node.nodeType}, ${counted(cpuCores, 'core')}, ${memoryMiB} MiB memory, ${diskGiB} GiB disk`,
        ];
  const table = (head: string[], rows: string[][]) => (rows.length === 0 ? [] : ['', ...tableLines(head, rows)]);
  return [
    accepted ? 'dry run: would be accepted' : 'dry run: would be refused',
    ...issues.map(
      ({ code, path, message }) => `  ${[path.slice(1).join('.'), code].find(Boolean)}: ${printable(message)}`,
    ),
    ...place,
    ...shape,
    ...table(
      ['change', 'from', 'to', 'consequence', ''],
      changes.flatMap(({ field, from, to, consequences }) =>
        consequences.map(({ kind, message }, index) =>
          index === 0 ? [field, from ?? '-', to ?? '-', kind, message] : ['', '', '', kind, message],
        ),
      ),
    ),
    ...table(
      ['setting', 'from', 'to', 'set by', 'note'],
      configChanges.map(({ key, from, to, origin, note }) => [key, from ?? '-', to ?? '-', origin ?? '-', note ?? '']),
    ),
  ];
}

/** Prints the control plane's notes on the changed settings to stderr, also with --json. */
export function warnOfSettings({ effectiveConfig }: SettingNotesFragment, set: readonly KeyValue[]): void {
  const keys = new Set(set.map(({ key }) => key));
  for (const { key, note } of effectiveConfig)
    if (note !== null && keys.delete(key)) console.error(printable(`${key}: ${note}`));
}
