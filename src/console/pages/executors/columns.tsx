import type { Column } from '../../display/lists/column.ts';
import { RowLink } from '../../display/lists/row-link.tsx';
import { formatGiB, formatMiB, formatNumber } from '../../display/values/amounts.ts';
import { ForeignText } from '../../display/values/foreign-text.tsx';
import { Time } from '../../display/values/time.tsx';
import type { ExecutorListQuery } from './operations.generated.ts';
import { ExecutorState } from './state.tsx';

export type ExecutorRow = NonNullable<ExecutorListQuery['executors']>[number];

/** Returns what a further node may ask for; a dash where the host cannot measure it. */
const left = (available: number | null | undefined, show: (amount: number) => string): string =>
  available == null ? '–' : show(available);

export const executorColumns: readonly Column<ExecutorRow>[] = [
  {
    id: 'name',
    label: 'Name',
    width: 'minmax(0, 2fr)',
    leads: true,
    isSortable: true,
    cell: ({ id, name }) => (
      <RowLink to={`/executors/${id}`} isMain>
        {name}
      </RowLink>
    ),
  },
  {
    id: 'status',
    label: 'State',
    width: 'minmax(120px, 1fr)',
    isSortable: true,
    cell: (executor) => <ExecutorState {...executor} />,
  },
  { id: 'nodes', label: 'Nodes', width: '52px', isNumber: true, cell: ({ room }) => room.nodes },
  {
    id: 'cpuCores',
    label: 'Cores left',
    width: '96px',
    isNumber: true,
    isForWide: true,
    cell: ({ room }) => left(room.cpuCores.available, (cores) => formatNumber(cores, 1)),
  },
  {
    id: 'memoryMiB',
    label: 'Memory left',
    width: '104px',
    isNumber: true,
    isForWide: true,
    cell: ({ room }) => left(room.memoryMiB.available, formatMiB),
  },
  {
    id: 'diskGiB',
    label: 'Disk left',
    width: '84px',
    isNumber: true,
    cell: ({ room }) => left(room.diskGiB.available, formatGiB),
  },
  { id: 'version', label: 'Agent', width: '80px', isSortable: true, isForWide: true, cell: ({ version }) => version },
  {
    id: 'labels',
    label: 'Labels',
    isForWide: true,
    cell: ({ labels }) => <ForeignText>{labels.map(({ key, value }) => `${key}=${value}`).join(', ')}</ForeignText>,
  },
  {
    id: 'lastSeenAt',
    label: 'Heard of',
    width: '104px',
    isForWide: true,
    cell: ({ lastSeenAt }) => <Time at={lastSeenAt} isPast />,
  },
];
