import { Radio, Select, Stack, Text } from '@mantine/core';
import { counted } from '../../../text/counted.ts';
import { useWholeList } from '../../api/lists.ts';
import { QueryView } from '../../display/answers.tsx';
import { formatBytes, formatGiB, formatMiB, formatNumber, walletName } from '../../display/format.ts';
import type { Column } from '../../display/lists/column.ts';
import { Rows } from '../../display/lists/rows.tsx';
import { ForeignText } from '../../display/text.tsx';
import { DeployExecutorsDocument, type RoomLeftFragment } from './operations.generated.ts';
import type { Beginning, Source } from './plan.ts';
import { faultAt, type StepProps } from './step-ids.ts';

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

export function WhereStep({ plan, offered, sources, faults, onChange }: StepProps) {
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
      {plan.beginning === 'new' && (
        <ExecutorSelect value={plan.executorId} onChange={(executorId) => onChange({ executorId, dataRoot: null })} />
      )}
      {sources.query !== undefined && (
        <QueryView query={sources.query} height={120}>
          {() =>
            plan.beginning === 'adopt' ? (
              <SourceTable
                label="Kept data"
                sources={sources.all}
                chosen={plan.adoptData}
                onChoose={(adoptData) => onChange({ adoptData })}
                hasWallets
                empty="No kept data. Data stays on a host if you keep it when you delete a node."
              />
            ) : (
              <SourceTable
                label="Nodes to copy"
                sources={sources.all}
                chosen={plan.seedFrom}
                onChoose={(seedFrom) => onChange({ seedFrom, dataRoot: null })}
                hasWallets={false}
                empty="No nodes to copy yet."
              />
            )
          }
        </QueryView>
      )}
      {['adoptData', 'seedFrom', 'executorId'].map((field) => {
        const fault = faultAt(faults, field);
        return fault === undefined ? null : (
          <Text key={field} fz="sm" c="var(--console-warning)">
            {fault}
          </Text>
        );
      })}
      <DataRoots {...{ plan, offered, faults, onChange }} />
    </Stack>
  );
}

/** The data root on the host, if there are several. Kept data stays in its own. */
function DataRoots({ plan, offered, faults, onChange }: Pick<StepProps, 'plan' | 'offered' | 'faults' | 'onChange'>) {
  const roots = offered.executor?.dataRoots ?? [];
  const [first] = roots;
  if (plan.beginning === 'adopt' || first === undefined || roots.length < 2) return null;
  return (
    <Select
      label="Data root"
      description="Directory on the host for the chain data"
      data={roots.map(({ name, freeMiB }) => ({
        value: name,
        label: freeMiB == null ? name : `${name} (${formatMiB(freeMiB)} free)`,
      }))}
      value={plan.dataRoot ?? first.name}
      onChange={(dataRoot) => onChange({ dataRoot })}
      error={faultAt(faults, 'dataRoot')}
      allowDeselect={false}
    />
  );
}

const automatic = 'any';

/** The host of a node; by default, the control plane picks the one with the most free capacity. */
function ExecutorSelect({ value, onChange }: { value: string | null; onChange: (id: string | null) => void }) {
  const { data } = useWholeList(
    DeployExecutorsDocument,
    {},
    { rowsOf: (found) => found.executors, shows: ['executor', 'node'] },
  );
  const executors = (data ?? []).map(({ id, name, status, cordon, room }) => {
    const obstacle = status === 'offline' ? 'offline' : cordon == null ? null : 'cordoned';
    return { value: id, label: `${name} (${obstacle ?? `${roomText(room)} available`})`, disabled: obstacle !== null };
  });
  return (
    <Select
      label="Host"
      description="Automatic picks the host with the most free capacity."
      data={[{ value: automatic, label: 'Automatic' }, ...executors]}
      value={value ?? automatic}
      onChange={(id) => onChange(id === automatic ? null : id)}
      allowDeselect={false}
      searchable
    />
  );
}

interface SourceTableProps {
  label: string;
  sources: readonly Source[];
  chosen: string | null;
  onChoose: (id: string) => void;
  hasWallets: boolean;
  empty: string;
}

function SourceTable({ label, sources, chosen, onChoose, hasWallets, empty }: SourceTableProps) {
  const columns: readonly Column<Source>[] = [
    {
      id: 'chosen',
      label: 'Selected',
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
      label: 'Node',
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
      'unknown'
    ) : wallets.length === 0 ? (
      'none'
    ) : (
      <ForeignText>{wallets.map(walletName).join(', ')}</ForeignText>
    ),
};

/** Returns the available capacity of a host; `?` for what it cannot measure. */
export const roomText = ({ cpuCores, memoryMiB, diskGiB }: RoomLeftFragment): string =>
  [
    cpuCores.available == null ? '? cores' : counted(cpuCores.available, 'core', formatNumber(cpuCores.available, 1)),
    `${shown(memoryMiB.available, formatMiB)} memory`,
    `${shown(diskGiB.available, formatGiB)} disk`,
  ].join(', ');

const shown = (available: number | null | undefined, format: (amount: number) => string): string =>
  available == null ? '?' : format(available);
