import { Progress, Select, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { bindText } from '../../display/form.tsx';
import { formatGiB, formatMiB } from '../../display/format.ts';
import { type Column, leadColumn } from '../../display/lists/column.ts';
import { choiceColumn, Rows } from '../../display/lists/rows.tsx';
import { ForeignText, Named } from '../../display/text.tsx';
import { faultAt } from '../node/configuration/draft.ts';
import { Block, Fault } from './blocks.tsx';
import type { BlockProps } from './deploy-form.tsx';
import { byCapacity, type Host, whyClosed, whyNotOffered, whyShort } from './fit.ts';

/** From this many on, hosts can be searched. */
const searchedFrom = 8;

export function HostBlock(props: BlockProps) {
  const { plan, offered, faults, onChange } = props;
  const roots = offered.executor?.dataRoots ?? [];
  return (
    <Block fields="executorId dataRoot" title="Host">
      {plan.source === null ? (
        <HostTable {...props} />
      ) : (
        <Text fz="sm">
          <ForeignText>{plan.source.executorName}</ForeignText> (has the chain data)
        </Text>
      )}
      <Fault>{faultAt(faults, 'executorId')}</Fault>
      {/* Kept data stays in its data root. */}
      {plan.beginning !== 'adopt' && roots.length > 1 && (
        <Select
          mt="md"
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
    </Block>
  );
}

interface HostRow {
  /** Null for automatic placement. */
  host: Host | null;
  /** Why it cannot take the node: not at all, or for lack of capacity. */
  barrier: string | null;
  shortage: string | null;
}

/** Automatic placement and the hosts: those with most free capacity first, those that cannot take the node last. */
function HostTable({ plan, hosts, onChange }: BlockProps) {
  const [search, setSearch] = useState('');
  const { network, nodeType } = plan;
  const rows = byCapacity(hosts, plan)
    .filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()))
    .map((host): HostRow => {
      const barrier = whyClosed(host) ?? whyNotOffered(host, plan);
      return { host, barrier, shortage: barrier ?? whyShort(host, plan) };
    })
    .toSorted((a, b) => rank(a) - rank(b));
  const choice = choiceColumn<HostRow>(({ host, barrier }) => ({
    type: 'radio',
    name: 'host',
    'aria-label': host?.name ?? 'Automatic',
    checked: (host?.id ?? null) === plan.executorId,
    disabled: barrier !== null,
    // What is selected now stays.
    onChange: () => onChange({ executorId: host?.id ?? null, dataRoot: null, network, nodeType }),
  }));
  return (
    <>
      {hosts.length >= searchedFrom && (
        <TextInput mb="sm" aria-label="Search hosts" placeholder="Search hosts" {...bindText(search, setSearch)} />
      )}
      <Rows
        label="Hosts"
        rows={[{ host: null, barrier: null, shortage: null }, ...rows]}
        columns={[choice, ...columns]}
        keyOf={({ host }) => host?.id ?? ''}
        rowHeight={56}
        maxHeight="320px"
        empty=""
      />
    </>
  );
}

const rank = ({ barrier, shortage }: HostRow): number => (barrier !== null ? 2 : shortage !== null ? 1 : 0);

const columns: readonly Column<HostRow>[] = [
  leadColumn('Host', 'minmax(120px, 1fr)', ({ host, shortage }) => (
    <div style={shortage === null ? undefined : { color: 'var(--mantine-color-dimmed)' }}>
      <Named
        name={host?.name ?? 'Automatic'}
        note={<ForeignText>{host === null ? 'The host with the most free capacity' : (shortage ?? '')}</ForeignText>}
        truncate
      />
    </div>
  )),
  {
    label: 'Memory available',
    width: '124px',
    cell: ({ host }) => host !== null && <Bar {...host.room.memoryMiB} what="Memory" show={formatMiB} />,
  },
  {
    label: 'Disk available',
    width: '124px',
    cell: ({ host }) => host !== null && <Bar {...host.room.diskGiB} what="Disk" show={formatGiB} />,
  },
];

interface BarProps {
  total: number | null;
  available: number | null;
  what: string;
  show: (amount: number) => string;
}

/** What is available, above a bar of what is taken. */
const Bar = ({ total, available, what, show }: BarProps) =>
  total === null || available === null ? (
    'unknown'
  ) : (
    <>
      {show(available)} of {show(total)}
      <Progress size="sm" value={100 - (available / total) * 100} aria-label={`${what} taken`} />
    </>
  );
