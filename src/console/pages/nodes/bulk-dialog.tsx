import { Group, Progress, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import pLimit from 'p-limit';
import { type ReactNode, useState } from 'react';
import { ActionButton } from '../../display/action-button.tsx';
import { Dialog } from '../../display/dialogs.tsx';
import { explainError } from '../../display/explain-error.ts';
import type { Column } from '../../display/lists/column.ts';
import { Rows } from '../../display/lists/rows.tsx';
import { ForeignText, Tone } from '../../display/text.tsx';
import type { BulkResult } from './bulk.ts';

interface BulkDialogProps {
  title: string;
  verb: string;
  isDanger?: boolean;
  /** The planned result of each node; the action runs on pending ones. */
  before: readonly BulkResult[];
  /** Requests the action for one node. Returns what it waits for; throws on failure. */
  ask: (id: string) => Promise<string | null>;
  onClose: () => void;
  /** The consequences and options; hidden once started. */
  children: ReactNode;
}

/** Number of nodes that are requested at once. */
export const atOnce = 4;

const tones = { pending: 'idle', requested: 'good', skipped: 'idle', failed: 'bad' } as const;

const columns: readonly Column<BulkResult>[] = [
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
];

/** Confirms an action on many nodes, runs it, and shows the result for each node. A failure does not stop the others. */
export function BulkDialog({ title, verb, isDanger = false, before, ask, onClose, children }: BulkDialogProps) {
  const queries = useQueryClient();
  const [started, setStarted] = useState<readonly BulkResult[]>();
  const isStarted = started !== undefined;
  const results = started ?? before;
  const start = async () => {
    setStarted(before);
    const pending = before.filter(({ outcome }) => outcome === 'pending');
    await pLimit(atOnce).map(pending, async ({ id }) => {
      const result = await ask(id).then(
        (waitsFor) => ({ outcome: 'requested' as const, reason: waitsFor }),
        (error: unknown) => ({ outcome: 'failed' as const, reason: explainError(error).advice }),
      );
      setStarted((current = before) => current.map((each) => (each.id === id ? { ...each, ...result } : each)));
    });
    await queries.invalidateQueries();
  };
  const count = (outcome: BulkResult['outcome']) => results.filter((result) => result.outcome === outcome).length;
  const waiting = count('pending');
  const isRunning = isStarted && waiting > 0;
  // Cannot be closed while running: the results would be lost.
  const close = isRunning ? () => {} : onClose;
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
          columns={columns}
        />
        <Group justify="end">
          <ActionButton variant="default" disabled={isRunning} onClick={close}>
            {isStarted ? 'Close' : 'Cancel'}
          </ActionButton>
          {(!isStarted || isRunning) && (
            <ActionButton
              variant={isDanger ? 'outline' : 'filled'}
              color={isDanger ? 'red' : undefined}
              loading={isStarted}
              disabled={waiting === 0}
              onClick={() => void start()}
            >
              {verb}
            </ActionButton>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
