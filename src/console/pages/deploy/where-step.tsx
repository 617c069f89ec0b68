import { Radio, Select, Stack, Text } from '@mantine/core';
import { counted } from '../../../text/counted.ts';
import { useWholeList } from '../../api/use-api.tsx';
import { QueryView } from '../../display/answers.tsx';
import { formatBytes, formatGiB, formatMiB, formatNumber, orDash, walletName } from '../../display/format.ts';
import type { Column } from '../../display/lists/column.ts';
import { choiceColumn, Rows } from '../../display/lists/rows.tsx';
import { ForeignText, Named } from '../../display/text.tsx';
import { faultAt } from '../node/configuration/draft.ts';
import { DeployExecutorsDocument, type RoomLeftFragment } from './operations.generated.ts';
import type { Beginning, Source } from './plan.ts';
import type { StepProps } from './step-ids.ts';

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

const placeFields = ['adoptData', 'seedFrom', 'executorId'];

export function WhereStep({ plan, offered, sources, faults, onChange }: StepProps) {
  const isAdoption = plan.beginning === 'adopt';
  const roots = offered.executor?.dataRoots ?? [];
  const choice = choiceColumn<Source>(({ id, name, executorName, obstacle }) => ({
    type: 'radio',
    name: 'source',
    'aria-label': `${name} on ${executorName}`,
    checked: id === plan.sourceId,
    disabled: obstacle !== null,
    onChange: () => onChange({ sourceId: id, dataRoot: null }),
  }));
  const placeFaults = placeFields.flatMap((field) => faultAt(faults, field) ?? []);
  return (
    <Stack>
      <Radio.Group
        label="Chain data"
        value={plan.beginning}
        onChange={(value) => onChange({ beginning: value as Beginning })}
      >
        <Stack gap="xs" mt={4}>
          {beginnings.map((each) => (
            <Radio key={each.value} {...each} />
          ))}
        </Stack>
      </Radio.Group>
      {sources.query === undefined ? (
        <ExecutorSelect value={plan.executorId} onChange={(executorId) => onChange({ executorId, dataRoot: null })} />
      ) : (
        <QueryView query={sources.query} height={120}>
          {() => (
            <Rows
              label={isAdoption ? 'Kept data' : 'Nodes to copy'}
              rows={sources.all}
              columns={[choice, ...sourceColumns.filter(({ id }) => isAdoption || id !== 'wallets')]}
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
        </QueryView>
      )}
      {placeFaults.map((message) => (
        <Text key={message} fz="sm" c="var(--console-warning)">
          {message}
        </Text>
      ))}
      {/* Kept data stays in its data root. */}
      {!isAdoption && roots.length > 1 && (
        <Select
          label="Data root"
          description="Directory on the host for the chain data"
          data={roots.map(({ name, freeGiB }) => ({
            value: name,
            label: freeGiB === null ? name : `${name} (${formatGiB(freeGiB)} free)`,
          }))}
          value={plan.dataRoot ?? roots[0]?.name}
          onChange={(dataRoot) => onChange({ dataRoot })}
          error={faultAt(faults, 'dataRoot')}
        />
      )}
    </Stack>
  );
}

const automatic = 'any';

/** The host of a node; by default, the control plane picks the one with the most free capacity. */
function ExecutorSelect({ value, onChange }: { value: string | null; onChange: (id: string | null) => void }) {
  const { data } = useWholeList(DeployExecutorsDocument, {}, { shows: ['executor', 'node'] });
  const executors = (data ?? []).map(({ id, name, status, cordon, room }) => {
    const obstacle = status === 'offline' ? 'offline' : cordon === null ? null : 'cordoned';
    return { value: id, label: `${name} (${obstacle ?? `${roomText(room)} available`})`, disabled: obstacle !== null };
  });
  return (
    <Select
      label="Host"
      description="Automatic picks the host with the most free capacity."
      data={[{ value: automatic, label: 'Automatic' }, ...executors]}
      value={value ?? automatic}
      onChange={(id) => onChange(id === automatic ? null : id)}
      searchable
    />
  );
}

const sourceColumns: readonly Column<Source>[] = [
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

/** Returns the available capacity of a host; `?` for what it cannot measure. */
export function roomText({ cpuCores: { available: cores }, memoryMiB, diskGiB }: RoomLeftFragment): string {
  const shown = (amount: number | null, format: (amount: number) => string) => (amount === null ? '?' : format(amount));
  const cpu = cores === null ? '? cores' : counted(cores, 'core', formatNumber(cores, 1));
  return `${cpu}, ${shown(memoryMiB.available, formatMiB)} memory, ${shown(diskGiB.available, formatGiB)} disk`;
}
