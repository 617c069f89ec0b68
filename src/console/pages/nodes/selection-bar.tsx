import { Button, Checkbox, Group } from '@mantine/core';
import { useState } from 'react';
import type { NodeLifecycleAction } from '../../../contract/types.generated.ts';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { bulkActs, bulkWords, type NodeRow } from './bulk.ts';

const BulkLifecycle = lazyPart(async () => (await import('./bulk-acts.tsx')).BulkLifecycle, null);
const BulkVersion = lazyPart(async () => (await import('./bulk-acts.tsx')).BulkVersion, null);

interface SelectionBarProps {
  rows: readonly NodeRow[];
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}

export function SelectionBar({ rows, chosen, onChange }: SelectionBarProps) {
  const [running, setRunning] = useState<{ act: NodeLifecycleAction | 'version'; nodes: readonly NodeRow[] }>();
  const close = () => setRunning(undefined);
  const nodes = rows.filter(({ id }) => chosen.has(id));
  const isAll = rows.length > 0 && nodes.length === rows.length;
  return (
    <Group mb="sm" gap="xs" mih={36}>
      <Checkbox
        label={nodes.length === 0 ? 'Select all' : `${nodes.length} of ${rows.length} selected`}
        checked={isAll}
        indeterminate={!isAll && nodes.length > 0}
        disabled={rows.length === 0}
        onChange={() => onChange(new Set(isAll ? [] : rows.map(({ id }) => id)))}
      />
      {nodes.length > 0 &&
        bulkActs.map((act) => (
          <Button key={act} size="xs" variant="default" onClick={() => setRunning({ act, nodes })}>
            {bulkWords[act].verb}…
          </Button>
        ))}
      {nodes.length > 0 && (
        <Button size="xs" variant="default" onClick={() => setRunning({ act: 'version', nodes })}>
          Change version…
        </Button>
      )}
      {running?.act === 'version' && <BulkVersion nodes={running.nodes} onClose={close} />}
      {running !== undefined && running.act !== 'version' && (
        <BulkLifecycle act={running.act} nodes={running.nodes} onClose={close} />
      )}
    </Group>
  );
}
