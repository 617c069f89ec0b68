import { withState } from '../../../contract/lifecycle-words.ts';
import { printable } from '../../../text/printable.ts';
import { formatNumber, formatPart } from '../../display/format.ts';
import type { Column } from '../../display/lists/column.ts';
import { RowLink } from '../../display/lists/rows.tsx';
import { ForeignText, Phase } from '../../display/text.tsx';
import type { NodeRow } from './bulk.ts';

interface NodeColumn extends Column<NodeRow> {
  id: string;
  isExtra?: boolean;
}

export const nodeColumns: readonly NodeColumn[] = [
  {
    id: 'name',
    label: 'Name',
    width: 'minmax(84px, 2fr)',
    leads: true,
    isSortable: true,
    cell: ({ id, name }) => (
      <RowLink to={`/nodes/${id}`} isMain>
        {name}
      </RowLink>
    ),
  },
  {
    id: 'phase',
    label: 'Phase',
    width: 'minmax(84px, 2fr)',
    isSortable: true,
    cell: ({ status: { phase, reason } }) =>
      reason == null ? (
        <Phase phase={phase} />
      ) : (
        <span title={reason}>
          <Phase phase={phase} /> <span className="foreign phase-reason">{printable(reason)}</span>
        </span>
      ),
  },
  { id: 'network', label: 'Network', width: '88px', isForWide: true, isSortable: true, cell: ({ network }) => network },
  {
    id: 'height',
    label: 'Height',
    width: '72px',
    isSortable: true,
    isNumber: true,
    cell: ({ metrics }) => (metrics == null ? '–' : formatNumber(metrics.height)),
  },
  {
    id: 'progress',
    label: 'Verified',
    width: '88px',
    isNumber: true,
    isForWide: true,
    cell: ({ metrics }) => (metrics == null ? '–' : formatPart(metrics.verificationProgress)),
  },
  {
    id: 'peers',
    label: 'Peers',
    width: '64px',
    isNumber: true,
    isForWide: true,
    cell: ({ metrics }) => (metrics == null ? '–' : metrics.peersInbound + metrics.peersOutbound),
  },
  {
    id: 'clientVersion',
    label: 'Version',
    width: '150px',
    isSortable: true,
    isForWide: true,
    cell: ({ clientVersion, clientLifecycle: { state } }) => withState(clientVersion, state),
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
];

export const choiceColumn = (chosen: ReadonlySet<string>, toggle: (id: string) => void): Column<NodeRow> => ({
  id: 'chosen',
  label: 'Selected',
  hidesLabel: true,
  width: '24px',
  // A native checkbox: cheap in long lists.
  cell: ({ id, name }) => (
    <input
      type="checkbox"
      className="choice"
      aria-label={`Select ${name}`}
      checked={chosen.has(id)}
      onChange={() => toggle(id)}
    />
  ),
});
