import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { RemoveKeptDataDocument } from '../../../client/operations.generated.ts';
import { useFormMutation } from '../../api/use-api.tsx';
import { Deletion } from '../../display/deletion.tsx';
import { DialogButton } from '../../display/dialogs.tsx';
import { useCloseDialog } from '../../display/form.tsx';
import { walletName } from '../../display/format.ts';
import { Panel } from '../../display/page.tsx';
import { ForeignLine, PageLink } from '../../display/text.tsx';
import { useRights } from '../../session/viewer.ts';
import { dataFacts } from '../deploy/sources.ts';
import { areAllNamed } from '../node/settings/deletion.ts';
import { WalletsToLose } from '../node/settings/wallets-to-lose.tsx';
import type { Orphan, ShownExecutor } from './shown-executor.ts';

/** Chain data and containers of nodes that are no longer in the inventory. */
export function Orphans({ executor: { id, orphans } }: { executor: ShownExecutor }) {
  const { mayChange } = useRights();
  if (orphans.length === 0) return null;
  return (
    <Panel title="Kept and orphaned data">
      <Text variant="hint" mb="sm">
        Data of deleted or unknown nodes. A new node can reuse it. It is never deleted automatically.
      </Text>
      <Stack gap="md">
        {orphans.map((orphan) => (
          <div key={orphan.nodeId}>
            <ForeignLine fw={500}>{orphan.name}</ForeignLine>
            <ForeignLine>{describe(orphan)}</ForeignLine>
            {mayChange && orphan.data?.network != null && (
              <PageLink to="/nodes/new" search={{ adopt: orphan.nodeId }}>
                Deploy node from this data
              </PageLink>
            )}
            {mayChange && (
              <DialogButton label="Delete…" title={`Delete data of ${orphan.name}`} mt={4} size="xs" variant="default">
                <RemoveData executorId={id} orphan={orphan} />
              </DialogButton>
            )}
          </div>
        ))}
      </Stack>
    </Panel>
  );
}

function describe({ kept, containerId, data }: Orphan): string {
  const why = kept ? 'kept after node deletion' : 'node not in the inventory';
  const container = containerId == null ? '' : ', container running';
  if (data == null) return `${why}${container}, data not inspected yet`;
  const { openedWith, wallets, dataRoot } = data;
  const facts = [
    ...dataFacts(data),
    dataRoot === null ? null : `data root ${dataRoot}`,
    openedWith === null ? null : `last opened with ${openedWith}`,
    wallets === null ? null : wallets.length === 0 ? 'no wallets' : `wallets: ${wallets.map(walletName).join(', ')}`,
  ].filter((fact) => fact !== null);
  return `${why}${container}: ${facts.join(', ')}`;
}

function RemoveData({ executorId, orphan: { nodeId, name, data } }: { executorId: string; orphan: Orphan }) {
  const [named, setNamed] = useState<readonly string[]>([]);
  const remove = useFormMutation(RemoveKeptDataDocument, {
    done: 'Deletion requested. The entry disappears once the agent has deleted the data.',
    onDone: useCloseDialog(),
  });
  const wallets = data?.wallets ?? null;
  return (
    <Deletion
      name={name}
      act="Delete data"
      mutation={remove}
      variables={{ data: { executorId, nodeId, name, wallets: [...named] } }}
      isReady={areAllNamed(wallets, named)}
    >
      <WalletsToLose wallets={wallets} named={named} onChange={setNamed} />
    </Deletion>
  );
}
