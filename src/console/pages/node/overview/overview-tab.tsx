import { Stack } from '@mantine/core';
import { OperationPanel } from '../operations/operation-panel.tsx';
import type { TabProps } from '../shown-node.ts';
import { Endpoint } from './endpoint.tsx';
import { Measurements } from './measurements.tsx';

/** What a node does now, and how it is reached. */
export function OverviewTab({ node }: TabProps) {
  return (
    <Stack gap="lg">
      <OperationPanel node={node} />
      <Measurements node={node} />
      <Endpoint node={node} />
    </Stack>
  );
}
