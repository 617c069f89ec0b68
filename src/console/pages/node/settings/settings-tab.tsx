import { Checkbox, Select, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { NodeOperationKind } from '../../../../contract/types.generated.ts';
import { bindChecked, OperationButton } from '../../../display/form.tsx';
import { formatGiB } from '../../../display/format.ts';
import { Panel } from '../../../display/page.tsx';
import { Labels } from '../../labels/labels.tsx';
import { PastOperations } from '../operations/operations.tsx';
import { ChangeNodeLabelsDocument } from '../operations.generated.ts';
import { type TabProps, useNodeQuery } from '../shown-node.ts';
import { DeleteNode } from './delete-node.tsx';
import { NodeDataRootsDocument, type NodeDataRootsQuery, StartOperationDocument } from './operations.generated.ts';

/** The node's labels, and changes that are hard to undo: data root, rebuild, deletion. */
export function SettingsTab({ node }: TabProps) {
  if (node.desiredState === 'deleted')
    return <Text>The node is being deleted. It disappears once the host has confirmed the deletion.</Text>;
  return (
    <Stack gap="lg">
      <Labels of={node} operation={ChangeNodeLabelsDocument} />
      <MoveData node={node} />
      <Rebuild node={node} />
      <PastOperations node={node} />
      <DeleteNode node={node} />
    </Stack>
  );
}

interface OperationFormProps {
  title: string;
  hint: ReactNode;
  /** The field that selects the operation's parameters. */
  children: ReactNode;
  /** Undefined while nothing is selected. */
  variables: { nodeId: string; kind: NodeOperationKind; params: unknown } | undefined;
  consequence: string;
  act: string;
  onStarted?: () => void;
}

/** Starts an operation after its consequence is confirmed. */
function OperationForm({ title, hint, children, variables, consequence, act, onStarted }: OperationFormProps) {
  const [isSure, setSure] = useState(false);
  return (
    <Panel title={title}>
      <Stack align="start">
        <Text variant="hint">{hint}</Text>
        {children}
        {variables && (
          <>
            <Checkbox label={consequence} {...bindChecked(isSure, setSure)} />
            <OperationButton
              color="red"
              variant="outline"
              disabled={!isSure}
              operation={StartOperationDocument}
              variables={variables}
              done="Operation requested. Track its progress on the Overview tab."
              onDone={() => {
                setSure(false);
                onStarted?.();
              }}
            >
              {act}
            </OperationButton>
          </>
        )}
      </Stack>
    </Panel>
  );
}

const fieldWidth = { base: '100%', sm: 380 };

function Rebuild({ node }: TabProps) {
  const downloadAgain = node.nodeType === 'pruned';
  const [scope, setScope] = useState('reindex');
  const params = { chainstateOnly: scope === 'chainstate', downloadAgain };
  return (
    <OperationForm
      title="Rebuild chain data"
      hint="Only if the node’s log reports corrupted data. Not needed after a full disk or a version change."
      variables={{ nodeId: node.id, kind: 'reindex', params }}
      consequence={
        downloadAgain
          ? 'I understand the node downloads the whole chain again.'
          : `I understand the node is unavailable until the rebuild finishes${node.network === 'mainnet' ? ', which takes days' : ''}.`
      }
      act="Rebuild chain data"
    >
      {!downloadAgain && (
        <Select
          label="Scope"
          data={[
            { value: 'reindex', label: 'Block index and chain state' },
            { value: 'chainstate', label: 'Chain state only, from intact blocks' },
          ]}
          value={scope}
          onChange={(value) => setScope(value ?? 'reindex')}
          w={fieldWidth}
        />
      )}
    </OperationForm>
  );
}

/** Moves a node's data to another data root of its host. Hidden on hosts with one data root. */
function MoveData({ node: { id } }: TabProps) {
  const { data } = useNodeQuery(NodeDataRootsDocument, { id }, { shows: [{ type: 'node', id }, 'executor'] });
  const [to, setTo] = useState<string | null>(null);
  const shown = data?.node;
  if (shown == null || shown.executor.dataRoots.length < 2) return null;
  return (
    <OperationForm
      title="Move data"
      hint={shown.dataRoot === null ? 'The node has no data yet.' : `Current data root: ${shown.dataRoot}.`}
      variables={to === null ? undefined : { nodeId: id, kind: 'move', params: { to } }}
      consequence="I understand the node is offline while its data is copied."
      act={`Move data to ${to}`}
      onStarted={() => setTo(null)}
    >
      <Select
        label="New data root"
        placeholder="Select a data root"
        data={rootChoices(shown)}
        value={to}
        onChange={setTo}
        w={fieldWidth}
      />
      {to !== null && (
        <Text variant="hint">
          Copies and verifies all data, including wallets and settings. The old copy is deleted once the node runs from
          the new one. Otherwise the move rolls back automatically.
        </Text>
      )}
    </OperationForm>
  );
}

/** The data roots to move to, with their free space. One whose disk is not visible is disabled. */
const rootChoices = ({ dataRoot, executor }: NonNullable<NodeDataRootsQuery['node']>) =>
  executor.dataRoots
    .filter(({ name }) => name !== dataRoot)
    .map(({ name, freeGiB }) => ({
      value: name,
      label: freeGiB === null ? `${name}, disk not available` : `${name}, ${formatGiB(freeGiB)} free`,
      disabled: freeGiB === null,
    }));
