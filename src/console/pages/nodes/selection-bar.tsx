import { Button, Checkbox, Group } from '@mantine/core';
import { useState } from 'react';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { type BulkAct, bulkActs, type NodeRow, verbOf } from './bulk.ts';

const BulkAction = lazyPart(async () => (await import('./bulk-acts.tsx')).BulkAction, null);

interface SelectionBarProps {
  rows: readonly NodeRow[];
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}

export function SelectionBar({ rows, chosen, onChange }: SelectionBarProps) {
  const [running, setRunning] = useState<{ act: BulkAct; nodes: readonly NodeRow[] }>();
  const nodes = rows.filter(({ id }) => chosen.has(id));
  const isAll = rows.length > 0 && nodes.length === rows.length;
  return (
    <Group mb="sm" gap="xs" mih={36}>
      <Checkbox
        label={nodes.length === 0 ? 'Select all' : `${nodes.length} of ${rows.length} selected`}
        checked={isAll}
        indeterminate={!isAll && nodes.length > 0}
        onChange={() => onChange(new Set(isAll ? [] : rows.map(({ id }) => id)))}
      />
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
