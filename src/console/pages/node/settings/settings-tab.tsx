import { Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type IndexKey, indexKeys } from '../../../../bitcoin/chain-facts.ts';
import {
  ExecutorDocument,
  StartNodeOperationDocument,
  UpdateNodeDocument,
} from '../../../../client/operations.generated.ts';
import { useApiQuery } from '../../../api/use-api.tsx';
import { ConfirmButton } from '../../../display/dialogs.tsx';
import { formatGiB, walletName } from '../../../display/format.ts';
import { Panel } from '../../../display/page.tsx';
import { Labels } from '../../labels/labels.tsx';
import { PastOperations } from '../operations/operations.tsx';
import type { TabProps } from '../shown-node.ts';
import { DeleteNode } from './delete-node.tsx';

/** The node's labels, and changes that are hard to undo: data root, rebuild, deletion. */
export function SettingsTab({ node }: TabProps) {
  if (node.desiredState === 'deleted')
    return <Text>The node is being deleted. It disappears once the host has confirmed the deletion.</Text>;
  return (
    <Stack gap="lg">
      <Labels of={node} operation={UpdateNodeDocument} />
      <MoveData node={node} />
      <Rebuild node={node} />
      <PastOperations node={node} />
      <DeleteNode node={node} />
    </Stack>
  );
}

const fieldWidth = { base: '100%', sm: 380 };
const started = 'Operation requested. Track its progress on the Overview tab.';

function Rebuild({ node: { id, network, nodeType } }: TabProps) {
  const downloadAgain = nodeType === 'pruned';
  const [scope, setScope] = useState('reindex');
  const index = indexKeys.find((key) => key === scope);
  const data =
    index === undefined
      ? { reindex: { chainstateOnly: scope === 'chainstate', downloadAgain } }
      : { rebuildIndex: { index } };
  return (
    <Panel title="Rebuild chain data">
      <Stack align="start">
        <Text variant="hint">
          Only if the node’s log reports corrupted data. Not needed after a full disk or a version change.
        </Text>
        {!downloadAgain && (
          <Select
            label="Scope"
            data={[
              { value: 'reindex', label: 'Block index and chain state' },
              { value: 'chainstate', label: 'Chain state only, from intact blocks' },
              ...indexKeys.map((key) => ({ value: key, label: `Only the index ${key}` })),
            ]}
            value={scope}
            onChange={(value) => setScope(value ?? 'reindex')}
            w={fieldWidth}
          />
        )}
        <ConfirmButton
          question={{
            title: 'Rebuild chain data?',
            consequence: consequenceOf(network, { downloadAgain, index }),
            act: 'Rebuild chain data',
            variables: { where: { id }, data },
          }}
          operation={StartNodeOperationDocument}
          done={started}
        />
      </Stack>
    </Panel>
  );
}

function consequenceOf(network: string, of: { downloadAgain: boolean; index: IndexKey | undefined }): string {
  const isLong = network === 'mainnet';
  if (of.index !== undefined)
    return `The node restarts and builds ${of.index} again while it runs${isLong ? ', which takes hours' : ''}.`;
  if (of.downloadAgain) return 'The node downloads the whole chain again.';
  return `The node is unavailable until the rebuild finishes${isLong ? ', which takes days' : ''}.`;
}

/** A node may have any number of them. */
const maxNamed = 10;

function walletsText(wallets: readonly string[] | null): string {
  if (wallets === null || wallets.length === 0) return 'wallets';
  const more = wallets.length > maxNamed ? [`${wallets.length - maxNamed} more`] : [];
  return `its wallets (${[...wallets.slice(0, maxNamed).map(walletName), ...more].join(', ')})`;
}

/** Moves a node's data to another data root of its host. Hidden on hosts with one data root. */
function MoveData({ node: { id, executor, dataRoot, status } }: TabProps) {
  const { data } = useApiQuery(ExecutorDocument, { where: { id: executor.id } }, { shows: ['executor'] });
  const [to, setTo] = useState<string | null>(null);
  const dataRoots = data?.executor?.dataRoots ?? [];
  if (dataRoots.length < 2) return null;
  return (
    <Panel title="Move data">
      <Stack align="start">
        <Text variant="hint">
          {dataRoot === null ? 'The node has no data yet.' : `Current data root: ${dataRoot}.`}
        </Text>
        <Select
          label="New data root"
          placeholder="Select a data root"
          data={dataRoots
            .filter(({ name }) => name !== dataRoot)
            .map(({ name, freeGiB }) => ({
              value: name,
              label: freeGiB === null ? `${name}, disk not available` : `${name}, ${formatGiB(freeGiB)} free`,
              disabled: freeGiB === null,
            }))}
          value={to}
          onChange={setTo}
          w={fieldWidth}
        />
        <ConfirmButton
          disabled={to === null}
          question={{
            title: `Move data to ${to}?`,
            consequence: `The node is offline while all its data, including settings and ${walletsText(status.wallets)}, is copied and verified. The old copy is deleted once the node runs from the new one. Otherwise the move rolls back automatically.`,
            act: 'Move data',
            variables: { where: { id }, data: { move: { to: to ?? '' } } },
          }}
          operation={StartNodeOperationDocument}
          done={started}
          onDone={() => setTo(null)}
        />
      </Stack>
    </Panel>
  );
}
