import { Group, Progress, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from '../../display/dialogs/dialog.tsx';
import { ActButton } from '../../display/focus/act-button.tsx';
import { Rows } from '../../display/lists/rows.tsx';
import { ForeignText } from '../../display/values/foreign-text.tsx';
import { Tone } from '../../display/values/tone.tsx';
import type { BulkAct, BulkResult } from './bulk.ts';
import { useBulk } from './use-bulk.ts';

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

/** Asks once more, does one act on many nodes, and says for each node what came of it. */
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
              width: 'minmax(0, 2fr)',
              cell: ({ outcome, reason }) => (
                <span className="two-lines" title={reason ?? undefined}>
                  <Tone tone={tones[outcome]}>{outcome}</Tone> <ForeignText>{reason ?? ''}</ForeignText>
                </span>
              ),
            },
          ]}
        />
        <Group justify="end">
          <ActButton variant="default" disabled={isStarted && !isOver} onClick={close}>
            {isStarted ? 'Close' : 'Cancel'}
          </ActButton>
          {!isOver && (
            <ActButton
              variant={isDanger ? 'outline' : 'filled'}
              {...(isDanger ? { color: 'red' } : {})}
              loading={isStarted}
              disabled={waiting === 0}
              onClick={start}
            >
              {verb}
            </ActButton>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
