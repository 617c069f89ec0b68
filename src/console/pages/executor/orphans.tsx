import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Panel } from '../../display/panel.tsx';
import { formatBytes, formatNumber } from '../../display/values/amounts.ts';
import { ForeignText } from '../../display/values/foreign-text.tsx';
import { walletName } from '../../display/values/wallet-name.ts';
import { useRights } from '../../session/viewer.ts';
import { RemoveData } from './remove-data.tsx';
import type { Orphan, ShownExecutor } from './shown-executor.ts';

/** Chain data and containers of nodes that are not in the inventory any more. */
export function Orphans({ executor: { id, orphans } }: { executor: ShownExecutor }) {
  const { mayChange } = useRights();
  if (orphans.length === 0) return null;
  return (
    <Panel title="Kept and orphaned">
      <Text variant="hint" mb="sm">
        What nodes left here. A new node of the same network can go on with it; nothing removes it by itself.
      </Text>
      <Stack gap="md">
        {orphans.map((orphan) => (
          <div key={orphan.nodeId}>
            <Text fw={500}>
              <ForeignText>{orphan.name}</ForeignText>
            </Text>
            <Text fz="sm">
              <ForeignText>{describe(orphan)}</ForeignText>
            </Text>
            {mayChange && orphan.data?.network != null && (
              <Anchor component={Link} to="/nodes/new" search={{ adopt: orphan.nodeId } as never} fz="sm">
                Begin a node with it
              </Anchor>
            )}
            {mayChange && <RemoveData executorId={id} orphan={orphan} />}
          </div>
        ))}
      </Stack>
    </Panel>
  );
}

function describe({ kept, containerId, data }: Orphan): string {
  const why = kept ? 'kept when its node was deleted' : 'its node is not in the inventory';
  const container = containerId == null ? '' : ', its container runs';
  if (data == null) return `${why}${container}; its agent has not read its data`;
  const { network, nodeType, height, sizeBytes, openedWith, wallets, dataRoot } = data;
  const facts = [
    network,
    nodeType,
    height == null ? null : `height ${formatNumber(height)}`,
    sizeBytes == null ? null : formatBytes(sizeBytes),
    dataRoot == null ? null : `in the data root ${dataRoot}`,
    openedWith == null ? null : `last opened with ${openedWith}`,
    wallets == null ? null : wallets.length === 0 ? 'no wallet' : `wallets: ${wallets.map(walletName).join(', ')}`,
  ].filter((fact) => fact != null);
  return `${why}${container}: ${facts.join(', ')}`;
}
