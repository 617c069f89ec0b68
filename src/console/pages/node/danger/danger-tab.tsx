import { Stack, Text } from '@mantine/core';
import type { TabProps } from '../shown-node.ts';
import { ChangeVersion } from './change-version.tsx';
import { DeleteNode } from './delete-node.tsx';
import { MoveData, Rebuild } from './operation-forms.tsx';

/** Changes that are hard to undo: version, data root, rebuild, deletion. */
export function DangerTab({ node }: TabProps) {
  if (node.desiredState === 'deleted')
    return <Text>The node is being deleted. It disappears once the host has confirmed the deletion.</Text>;
  return (
    <Stack gap="lg">
      <ChangeVersion node={node} />
      <MoveData node={node} />
      <Rebuild node={node} />
      <DeleteNode node={node} />
    </Stack>
  );
}
