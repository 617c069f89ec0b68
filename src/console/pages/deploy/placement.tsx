import { Anchor, Stack, Text } from '@mantine/core';
import { formatGiB } from '../../display/values/amounts.ts';
import { ForeignText } from '../../display/values/foreign-text.tsx';
import type { ChosenPlan } from './plan.ts';
import type { Preview } from './step-props.ts';

interface PlacementProps {
  preview: Preview | null | undefined;
  /** Whether the request can be asked about: no field of it is faulty. */
  canAsk: boolean;
  /** Why no host can run the node, without what the step says itself. */
  why: readonly string[];
  /** The same node, pruned, where that one fits; undefined where it does not. */
  pruned: ChosenPlan | undefined;
  onPruned: (pruned: ChosenPlan) => void;
}

/** Where a node would run, and why there; or why nowhere, and what would fit. */
export function Placement({ preview, canAsk, why, pruned, onPruned }: PlacementProps) {
  if (!canAsk || preview == null)
    return (
      <Text variant="hint" role="status">
        {canAsk ? 'Checking capacity…' : 'Fix the marked fields to see where the node will run.'}
      </Text>
    );
  const { executor, placement } = preview;
  const isPlaced = executor !== null && why.length === 0 && pruned === undefined;
  return (
    <Stack gap={4} role="status">
      {isPlaced && (
        <Text fz="sm">
          It runs on <ForeignText>{executor.name}</ForeignText>
          {placement != null && (
            <>
              : <ForeignText>{placement.reason}</ForeignText>
            </>
          )}
          .
        </Text>
      )}
      {why.length > 0 && (
        <Text fz="sm" c="var(--console-warning)">
          This node does not fit: <ForeignText>{why.join('; ')}</ForeignText>.
        </Text>
      )}
      {pruned !== undefined && (
        <Text fz="sm">
          A pruned node fits.{' '}
          <Anchor component="button" type="button" fz="sm" underline="always" onClick={() => onPruned(pruned)}>
            Make it pruned ({formatGiB(pruned.resources.diskGiB)} of disk)
          </Anchor>
        </Text>
      )}
    </Stack>
  );
}
