import { Stack, Text } from '@mantine/core';
import type { TabProps } from '../shown-node.ts';
import { ChangeVersion } from './change-version.tsx';
import { DeleteNode } from './delete-node.tsx';
import { MoveData, Rebuild } from './operation-forms.tsx';

/** What is not undone by a click: the version, where its data is, a rebuild of the chain, the end. */
export function DangerTab({ node }: TabProps) {
  if (node.desiredState === 'deleted')
    return <Text>The node is being deleted. It is gone from here once its executor has confirmed that.</Text>;
  return (
    <Stack gap="lg">
      <ChangeVersion node={node} />
      <MoveData node={node} />
      <Rebuild node={node} />
      <DeleteNode node={node} />
    </Stack>
  );
}
