import { Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { TabProps } from '../shown-node.ts';
import { Explanation } from './explanation.tsx';
import { RpcCalls } from './rpc-calls.tsx';

const route = getRouteApi('/shell/nodes/$nodeId');

/** What the agent plans for the node, and read-only calls. A link to a call shows it first. */
export function DiagnoseTab({ node }: TabProps) {
  const { method } = route.useSearch();
  const [isOfCall] = useState(method !== undefined);
  return (
    <Stack style={isOfCall ? { flexDirection: 'column-reverse' } : undefined}>
      <Explanation node={node} />
      <RpcCalls node={node} />
    </Stack>
  );
}
