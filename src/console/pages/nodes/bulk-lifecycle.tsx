import { Text } from '@mantine/core';
import type { NodeLifecycleAction } from '../../../contract/types.generated.ts';
import { useApi } from '../../api/use-api.tsx';
import { NodeLifecycleDocument } from '../node/operations.generated.ts';
import { beforeBulk, bulkTitle, bulkWords } from './bulk.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import type { NodeRow } from './shown-node-row.ts';

interface BulkLifecycleProps {
  act: NodeLifecycleAction;
  nodes: readonly NodeRow[];
  onClose: () => void;
}

/** Starts, restarts or stops many nodes. */
export function BulkLifecycle({ act, nodes, onClose }: BulkLifecycleProps) {
  const api = useApi();
  const { verb, consequence } = bulkWords[act];
  const ask = async (id: string) =>
    (await api.mutate(NodeLifecycleDocument, { id, action: act })).requestNodeLifecycleAction.waitsFor ?? null;
  return (
    <BulkDialog
      title={bulkTitle(verb, nodes.length)}
      {...{ verb, ask, onClose }}
      isDanger={act === 'stop'}
      before={beforeBulk(nodes, act)}
    >
      <Text fz="sm">{consequence}</Text>
    </BulkDialog>
  );
}
