import { Group, Progress, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ActionButton } from '../../display/action-button.tsx';
import { Dialog } from '../../display/dialogs.tsx';
import { explainError } from '../../display/explain-error.ts';
import { Rows } from '../../display/lists/rows.tsx';
import { ForeignText, Tone } from '../../display/text.tsx';
import { type BulkAct, type BulkResult, withResult } from './bulk.ts';

interface BulkDialogProps extends BulkAct {
  title: string;
  onClose: () => void;
  /** The consequences and options; hidden once started. */
  children: ReactNode;
}

const tones: Record<BulkResult['outcome'], 'good' | 'bad' | 'idle'> = {
  pending: 'idle',
  requested: 'good',
  skipped: 'idle',
  failed: 'bad',
};

/** Confirms an action on many nodes, runs it, and shows the result for each node. */
export function BulkDialog({ title, verb, isDanger = false, before, ask, onClose, children }: BulkDialogProps) {
  const { results, isStarted, start } = useBulk({ before, ask });
  const waiting = results.filter(({ outcome }) => outcome === 'pending').length;
  const isOver = isStarted && waiting === 0;
  // Cannot be closed while running: the results would be lost.
  const close = isStarted && !isOver ? () => {} : onClose;
  const count = (outcome: BulkResult['outcome']) => results.filter((result) => result.outcome === outcome).length;
  return (
    <Dialog title={title} isOpen onClose={close}>
      <Stack>
        {isStarted ? (
          <>
            <Progress value={((results.length - waiting) / results.length) * 100} aria-label="Progress" />
            <Text fz="sm" role="status">
              {count('requested')} requested, {count('failed')} failed, {count('skipped')} skipped
              {waiting > 0 && `, ${waiting} pending`}.
            </Text>
          </>
        ) : (
          children
        )}
        <Rows
          label="Results"
          rows={results}
          keyOf={({ id }) => id}
          rowHeight={44}
          maxHeight="40dvh"
          empty={null}
          columns={[
            { id: 'name', label: 'Node', leads: true, cell: ({ name }) => <ForeignText>{name}</ForeignText> },
            {
              id: 'outcome',
              label: 'Result',
              width: 2,
              cell: ({ outcome, reason }) => (
                <span className="two-lines" title={reason ?? undefined}>
                  <Tone tone={tones[outcome]}>{outcome}</Tone> <ForeignText>{reason ?? ''}</ForeignText>
                </span>
              ),
            },
          ]}
        />
        <Group justify="end">
          <ActionButton variant="default" disabled={isStarted && !isOver} onClick={close}>
            {isStarted ? 'Close' : 'Cancel'}
          </ActionButton>
          {!isOver && (
            <ActionButton
              variant={isDanger ? 'outline' : 'filled'}
              {...(isDanger ? { color: 'red' } : {})}
              loading={isStarted}
              disabled={waiting === 0}
              onClick={start}
            >
              {verb}
            </ActionButton>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}

const atOnce = 4;

interface Bulk {
  results: readonly BulkResult[];
  isStarted: boolean;
  start: () => void;
}

/** Runs an action on many nodes; a failure does not stop the others. */
function useBulk({ before, ask }: Pick<BulkAct, 'before' | 'ask'>): Bulk {
  const queries = useQueryClient();
  const [results, setResults] = useState<readonly BulkResult[]>();
  const askOne = async (id: string) => {
    const result = await ask(id).then(
      (waitsFor) => ({ outcome: 'requested' as const, reason: waitsFor }),
      (error: unknown) => ({ outcome: 'failed' as const, reason: explainError(error).advice }),
    );
    setResults((current) => withResult(current ?? before, id, result));
  };
  const start = async () => {
    setResults(before);
    const left = before.filter(({ outcome }) => outcome === 'pending').map(({ id }) => id);
    const worker = async () => {
      for (let id = left.shift(); id !== undefined; id = left.shift()) await askOne(id);
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    await queries.invalidateQueries();
  };
  return { results: results ?? before, isStarted: results !== undefined, start: () => void start() };
}
