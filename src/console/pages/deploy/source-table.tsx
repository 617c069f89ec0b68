import { Text } from '@mantine/core';
import type { Column } from '../../display/lists/column.ts';
import { Rows } from '../../display/lists/rows.tsx';
import { formatBytes, formatNumber } from '../../display/values/amounts.ts';
import { ForeignText } from '../../display/values/foreign-text.tsx';
import { walletName } from '../../display/values/wallet-name.ts';
import type { Source } from './source.ts';

interface SourceTableProps {
  /** What it lists, such as `Kept data`. */
  label: string;
  sources: readonly Source[];
  chosen: string | null;
  onChoose: (id: string) => void;
  /** Whether wallets come with the data. */
  hasWallets: boolean;
  empty: string;
}

/** Chain data to begin with, one to be chosen. */
export function SourceTable({ label, sources, chosen, onChoose, hasWallets, empty }: SourceTableProps) {
  const columns: readonly Column<Source>[] = [
    {
      id: 'chosen',
      label: 'Chosen',
      hidesLabel: true,
      width: '24px',
      cell: ({ id, name, executorName, obstacle }) => (
        <input
          type="radio"
          name="source"
          className="choice"
          aria-label={`${name} on ${executorName}`}
          checked={id === chosen}
          disabled={obstacle !== null}
          onChange={() => onChoose(id)}
        />
      ),
    },
    {
      id: 'name',
      label: 'Data of',
      leads: true,
      width: 'minmax(88px, 2fr)',
      cell: ({ name, executorName, obstacle }) => (
        <>
          <Text fz="sm" fw={500} truncate>
            <ForeignText>{name}</ForeignText>
          </Text>
          <Text variant="note" truncate>
            on <ForeignText>{executorName}</ForeignText>
            {obstacle !== null && `. ${obstacle}`}
          </Text>
        </>
      ),
    },
    { id: 'network', label: 'Network', width: '64px', cell: ({ network }) => network ?? '–' },
    { id: 'type', label: 'Type', width: '76px', isForWide: true, cell: ({ nodeType }) => nodeType ?? '–' },
    {
      id: 'height',
      label: 'Height',
      width: '64px',
      isNumber: true,
      cell: ({ height }) => (height === null ? '–' : formatNumber(height)),
    },
    {
      id: 'size',
      label: 'Size',
      width: '92px',
      isNumber: true,
      isForWide: true,
      cell: ({ sizeBytes }) => (sizeBytes === null ? '–' : formatBytes(sizeBytes)),
    },
    ...(hasWallets ? [walletColumn] : []),
  ];
  return (
    <Rows
      label={label}
      rows={sources}
      columns={columns}
      keyOf={({ id, executorName }) => `${id} ${executorName}`}
      rowHeight={56}
      maxHeight="320px"
      empty={empty}
    />
  );
}

const walletColumn: Column<Source> = {
  id: 'wallets',
  label: 'Wallets',
  isForWide: true,
  cell: ({ wallets }) =>
    wallets === null ? (
      'not known'
    ) : wallets.length === 0 ? (
      'none'
    ) : (
      <ForeignText>{wallets.map(walletName).join(', ')}</ForeignText>
    ),
};
