import { Radio, Skeleton, Stack } from '@mantine/core';
import { formatBytes, formatNumber, orDash, walletName } from '../../display/format.ts';
import type { Column } from '../../display/lists/column.ts';
import { choiceColumn, Rows } from '../../display/lists/rows.tsx';
import { ForeignText, Named } from '../../display/text.tsx';
import { faultAt } from '../node/configuration/draft.ts';
import { Fault, Folded } from './blocks.tsx';
import type { BlockProps } from './deploy-form.tsx';
import type { Beginning } from './plan.ts';
import type { Source } from './sources.ts';

const beginnings: readonly { value: Beginning; label: string; description: string }[] = [
  { value: 'new', label: 'Sync from the network', description: 'Downloads the chain from peers.' },
  {
    value: 'adopt',
    label: 'Reuse data from a deleted node',
    description: 'Takes over data that is still on a host, including wallets.',
  },
  {
    value: 'seed',
    label: 'Copy from another node',
    description: 'On the same host. Stops the other node during the copy.',
  },
];

/** Where the chain data comes from. Shown only if there is data to reuse or to copy. */
export function ChainDataBlock({ plan, sources, faults, onChange }: BlockProps) {
  const { beginning } = plan;
  const isOffered = { new: true, adopt: sources.hasKept, seed: sources.hasNodes };
  const offered = beginnings.filter(({ value }) => isOffered[value] || value === beginning);
  if (offered.length === 1 && beginning === 'new') return null;
  const isAdoption = beginning === 'adopt';
  const choice = choiceColumn<Source>(({ id, name, executorName, obstacle }) => ({
    type: 'radio',
    name: 'source',
    'aria-label': `${name} on ${executorName}`,
    checked: id === plan.sourceId,
    disabled: obstacle !== null,
    onChange: () => onChange({ sourceId: id, dataRoot: null }),
  }));
  const label = beginnings.find(({ value }) => value === beginning)?.label ?? '';
  return (
    <Folded fields="adoptData seedFrom" title="Chain data" note={label} opens={beginning !== 'new'}>
      <Radio.Group
        aria-label="Chain data"
        value={beginning}
        onChange={(value) => onChange({ beginning: value as Beginning })}
      >
        <Stack gap="xs">
          {offered.map((each) => (
            <Radio key={each.value} {...each} />
          ))}
        </Stack>
      </Radio.Group>
      {sources.isLoading && <Skeleton height={120} role="status" aria-label="Loading" />}
      {beginning !== 'new' && !sources.isLoading && (
        <Rows
          label={isAdoption ? 'Kept data' : 'Nodes to copy'}
          rows={sources.all}
          columns={[choice, ...columns.filter(({ id }) => isAdoption || id !== 'wallets')]}
          keyOf={({ id, executorName }) => `${id} ${executorName}`}
          rowHeight={56}
          maxHeight="320px"
          empty={
            isAdoption
              ? 'No kept data. Data stays on a host if you keep it when you delete a node.'
              : 'No nodes to copy yet.'
          }
        />
      )}
      <Fault>{faultAt(faults, 'adoptData') ?? faultAt(faults, 'seedFrom')}</Fault>
    </Folded>
  );
}

const columns: readonly Column<Source>[] = [
  {
    id: 'name',
    label: 'Node',
    leads: true,
    width: 'minmax(88px, 2fr)',
    cell: ({ name, executorName, obstacle }) => (
      <Named
        name={name}
        note={<ForeignText>{`on ${executorName}${obstacle === null ? '' : `. ${obstacle}`}`}</ForeignText>}
        truncate
      />
    ),
  },
  { id: 'network', label: 'Network', width: '64px', cell: ({ network }) => network ?? '–' },
  { id: 'type', label: 'Type', width: '76px', isForWide: true, cell: ({ nodeType }) => nodeType ?? '–' },
  { id: 'height', label: 'Height', width: '64px', isNumber: true, cell: ({ height }) => orDash(height, formatNumber) },
  {
    id: 'size',
    label: 'Size',
    width: '92px',
    isNumber: true,
    isForWide: true,
    cell: ({ sizeBytes }) => orDash(sizeBytes, formatBytes),
  },
  {
    id: 'wallets',
    label: 'Wallets',
    isForWide: true,
    cell: ({ wallets }) => (
      <ForeignText>{wallets ? wallets.map(walletName).join(', ') || 'none' : 'unknown'}</ForeignText>
    ),
  },
];
