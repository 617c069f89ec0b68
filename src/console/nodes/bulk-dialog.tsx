import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import type { NodeLifecycleAction } from '../../contract/types.generated.ts';
import { Dialog } from '../display/dialog.tsx';
import { ForeignText } from '../display/foreign-text.tsx';
import { Tone } from '../display/phase.tsx';
import { Rows } from '../display/rows.tsx';
import { type BulkResult, bulkWords } from './bulk.ts';
import type { NodeRow } from './shown-node-row.ts';
import { useBulk } from './use-bulk.ts';

interface BulkDialogProps {
  act: NodeLifecycleAction;
  nodes: readonly NodeRow[];
  onClose: () => void;
}

const tones: Record<BulkResult['outcome'], 'good' | 'bad' | 'idle'> = {
  waits: 'idle',
  'asked for': 'good',
  'left out': 'idle',
  refused: 'bad',
};

/** Asks once more, does one act on many nodes, and says for each node what came of it. */
export function BulkDialog({ act, nodes, onClose }: BulkDialogProps) {
  const { results, isStarted, start } = useBulk(nodes, act);
  const { verb, consequence } = bulkWords[act];
  const waiting = results.filter(({ outcome }) => outcome === 'waits').length;
  const isOver = isStarted && waiting === 0;
  // Who closes it on the way would never learn of the rest.
  const close = isStarted && !isOver ? () => {} : onClose;
  const count = (outcome: BulkResult['outcome']) => results.filter((result) => result.outcome === outcome).length;
  return (
    <Dialog title={`${verb} ${nodes.length === 1 ? 'a node' : `${nodes.length} nodes`}`} isOpen onClose={close}>
      <Stack>
        {isStarted ? (
          <>
            <Progress
              value={((results.length - waiting) / results.length) * 100}
              aria-label="How many nodes have been asked"
            />
            <Text fz="sm" role="status">
              {count('asked for')} asked for, {count('refused')} refused, {count('left out')} left out
              {waiting > 0 && `, ${waiting} to go`}.
            </Text>
          </>
        ) : (
          <Text fz="sm">{consequence}</Text>
        )}
        <Rows
          label="Result for each node"
          rows={results}
          keyOf={({ id }) => id}
          rowHeight={40}
          maxHeight="40dvh"
          empty={null}
          columns={[
            { id: 'name', label: 'Node', cell: ({ name }) => <ForeignText>{name}</ForeignText> },
            {
              id: 'outcome',
              label: 'Result',
              width: 'minmax(0, 2fr)',
              cell: ({ outcome, reason }) => (
                <span title={reason ?? undefined}>
                  <Tone tone={tones[outcome]}>{outcome}</Tone> <ForeignText>{reason ?? ''}</ForeignText>
                </span>
              ),
            },
          ]}
        />
        <Group justify="end">
          <Button variant="default" disabled={isStarted && !isOver} onClick={close}>
            {isStarted ? 'Close' : 'Cancel'}
          </Button>
          {!isOver && (
            <Button
              variant={act === 'stop' ? 'outline' : 'filled'}
              {...(act === 'stop' ? { color: 'red' } : {})}
              loading={isStarted}
              disabled={waiting === 0}
              onClick={start}
            >
              {verb}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
