import { Button, Group, Paper, Text } from '@mantine/core';
import { useState } from 'react';
import { formatNumber } from '../../display/format.ts';
import { TextButton } from '../../display/text.tsx';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { type BulkAct, bulkActs, type NodeRow, verbOf } from './bulk.ts';

const BulkAction = lazyPart(() => import('./bulk-acts.tsx'), 'BulkAction', null);

interface SelectionBarProps {
  rows: readonly NodeRow[];
  isFiltered: boolean;
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}

export function SelectionBar({ rows, isFiltered, chosen, onChange }: SelectionBarProps) {
  const [running, setRunning] = useState<{ act: BulkAct; nodes: readonly NodeRow[] }>();
  const nodes = rows.filter(({ id }) => chosen.has(id));
  // Without a filter, those that are not listed are gone.
  const hidden = isFiltered ? chosen.size - nodes.length : 0;
  if (nodes.length + hidden === 0 && running === undefined) return null;
  return (
    <Group component={Paper} className="panel save-bar" p="xs" gap="xs">
      {nodes.length > 0 && (
        <Text fz="sm" px="xs">
          {formatNumber(nodes.length)} of {formatNumber(rows.length)} selected
        </Text>
      )}
      {hidden > 0 && (
        <Text fz="sm" role="status">
          {formatNumber(hidden)} more selected, not shown.{' '}
          <TextButton onClick={() => onChange(new Set(nodes.map(({ id }) => id)))}>Clear hidden</TextButton>
        </Text>
      )}
      {nodes.length > 0 &&
        bulkActs.map((act) => (
          <Button key={act} size="xs" variant="default" onClick={() => setRunning({ act, nodes })}>
            {verbOf(act)}…
          </Button>
        ))}
      {running !== undefined && <BulkAction {...running} onClose={() => setRunning(undefined)} />}
    </Group>
  );
}
