import { Group, Progress, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ActionButton } from '../../display/action-button.tsx';
import { Dialog } from '../../display/dialogs.tsx';
import { explainError } from '../../display/explain-error.ts';
import { Rows } from '../../display/lists/rows.tsx';
import { ForeignText } from '../../display/text.tsx';
import { Tone } from '../../display/tone.tsx';
import { type BulkAct, type BulkResult, withResult } from './bulk.ts';

interface BulkDialogProps extends BulkAct {
  title: string;
  onClose: () => void;
  /** What follows, and what is still to be chosen; gone once it is started. */
  children: ReactNode;
}

const tones: Record<BulkResult['outcome'], 'good' | 'bad' | 'idle'> = {
  waits: 'idle',
  'asked for': 'good',
  'left out': 'idle',
  refused: 'bad',
};

/** Asks again, does one act on many nodes, and says for each node what came of it. */
export function BulkDialog({ title, verb, isDanger = false, before, ask, onClose, children }: BulkDialogProps) {
  const { results, isStarted, start } = useBulk({ before, ask });
  const waiting = results.filter(({ outcome }) => outcome === 'waits').length;
  const isOver = isStarted && waiting === 0;
  // Who closes it on the way would never learn of the rest.
  const close = isStarted && !isOver ? () => {} : onClose;
  const count = (outcome: BulkResult['outcome']) => results.filter((result) => result.outcome === outcome).length;
  return (
    <Dialog title={title} isOpen onClose={close}>
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
          children
        )}
        <Rows
          label="Result for each node"
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

/** Does an act on some nodes when it is started; one that is refused keeps no other from it. */
function useBulk({ before, ask }: Pick<BulkAct, 'before' | 'ask'>): Bulk {
  const queries = useQueryClient();
  const [results, setResults] = useState<readonly BulkResult[]>();
  const askOne = async (id: string) => {
    const result = await ask(id).then(
      (waitsFor) => ({ outcome: 'asked for' as const, reason: waitsFor }),
      (error: unknown) => ({ outcome: 'refused' as const, reason: explainError(error).advice }),
    );
    setResults((former) => withResult(former ?? before, id, result));
  };
  const start = async () => {
    setResults(before);
    const left = before.filter(({ outcome }) => outcome === 'waits').map(({ id }) => id);
    const worker = async () => {
      for (let id = left.shift(); id !== undefined; id = left.shift()) await askOne(id);
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    await queries.invalidateQueries();
  };
  return { results: results ?? before, isStarted: results !== undefined, start: () => void start() };
}
