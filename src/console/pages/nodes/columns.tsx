import { Text, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { shownNetworkName } from '../../../bitcoin/network-name.ts';
import { printable } from '../../../text/printable.ts';
import { formatNumber, formatVerified, reasonText } from '../../display/format.ts';
import type { Column } from '../../display/lists/column.ts';
import { nameColumn } from '../../display/lists/rows.tsx';
import { ForeignText, NodeState } from '../../display/text.tsx';
import { writeLabels } from '../labels/label-text.ts';
import type { NodeRow } from './bulk.ts';

interface NodeColumn extends Column<NodeRow> {
  id: string;
  isExtra?: boolean;
}

/** A column of a figure in a node's last sample. */
const sampled = (label: string, width: string, format: (sample: NonNullable<NodeRow['metrics']>) => ReactNode) => ({
  label,
  width,
  isNumber: true,
  cell: ({ metrics }: NodeRow) => (metrics === null ? '–' : format(metrics)),
});

/** Returns the summary of a node's health, unless it only repeats the phase. */
const unlikePhase = ({ summary }: NodeRow['health'], { phase }: NodeRow['status']): string | null =>
  summary.toLowerCase() === phase ? null : summary;

export const nodeColumns: readonly NodeColumn[] = [
  nameColumn('/nodes', 'minmax(84px, 2fr)'),
  {
    id: 'health',
    label: 'State',
    width: 'minmax(84px, 3fr)',
    isSortable: true,
    cell: ({ status, health, metrics, executor }) => {
      const reason = status.reason
        ? reasonText(status.reason, executor)
        : ['good', 'idle'].includes(health.level)
          ? null
          : unlikePhase(health, status);
      return (
        <span title={reason ?? undefined}>
          <NodeState status={status} health={health} />
          {status.phase === 'syncing' && metrics !== null && ` ${formatVerified(metrics)}`}
          {reason && (
            <Text variant="note" truncate className="foreign">
              {printable(reason)}
            </Text>
          )}
        </span>
      );
    },
  },
  {
    id: 'network',
    label: 'Network',
    width: '88px',
    isForWide: true,
    isSortable: true,
    cell: ({ networkName }) => shownNetworkName(networkName),
  },
  { ...sampled('Height', '72px', ({ height }) => formatNumber(height)), id: 'height', isSortable: true },
  { ...sampled('Peers', '64px', (sample) => sample.peersInbound + sample.peersOutbound), id: 'peers', isForWide: true },
  {
    id: 'clientVersion',
    label: 'Version',
    width: '80px',
    isSortable: true,
    isForWide: true,
    cell: ({ clientVersion, clientLifecycle: { warning } }) =>
      warning === null ? (
        clientVersion
      ) : (
        <UnstyledButton
          fz="inherit"
          c="var(--console-warning)"
          title={warning}
          aria-label={`${clientVersion}: ${warning}`}
        >
          {clientVersion} <IconAlertTriangle size={14} aria-hidden />
        </UnstyledButton>
      ),
  },
  {
    id: 'executorName',
    label: 'Host',
    isSortable: true,
    isForWide: true,
    cell: ({ executor }) => <ForeignText>{executor.name}</ForeignText>,
  },
  { id: 'nodeType', label: 'Type', width: '80px', isForWide: true, isExtra: true, cell: ({ nodeType }) => nodeType },
  {
    id: 'desiredState',
    label: 'Desired',
    width: '84px',
    isForWide: true,
    isExtra: true,
    cell: ({ desiredState }) => desiredState,
  },
  {
    id: 'labels',
    label: 'Labels',
    isForWide: true,
    isExtra: true,
    cell: ({ labels }) => <ForeignText>{writeLabels(labels, ', ')}</ForeignText>,
  },
];
