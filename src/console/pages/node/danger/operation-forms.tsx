import { Checkbox, Select, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { NodeOperationKind } from '../../../../contract/types.generated.ts';
import { useApiMutation, useApiQuery } from '../../../api/use-api.tsx';
import { MutationButton } from '../../../display/action-button.tsx';
import { formatMiB } from '../../../display/format.ts';
import { Panel } from '../../../display/page.tsx';
import type { TabProps } from '../shown-node.ts';
import { NodeDataRootsDocument, type NodeDataRootsQuery, StartOperationDocument } from './operations.generated.ts';

interface StartProps {
  nodeId: string;
  kind: NodeOperationKind;
  params: unknown;
  /** The consequence to confirm. */
  consequence: string;
  /** The label of the button. */
  label: string;
  onStarted?: () => void;
}

/** Starts an operation after its consequence is confirmed. */
function StartOperation({ nodeId, kind, params, consequence, label, onStarted }: StartProps) {
  const [isSure, setSure] = useState(false);
  const start = useApiMutation(StartOperationDocument, {
    done: 'Operation requested. Track its progress on the Overview tab.',
    onDone: () => {
      setSure(false);
      onStarted?.();
    },
  });
  return (
    <>
      <Checkbox label={consequence} checked={isSure} onChange={({ currentTarget }) => setSure(currentTarget.checked)} />
      {isSure && (
        <MutationButton color="red" variant="outline" mutation={start} variables={{ nodeId, kind, params }}>
          {label}
        </MutationButton>
      )}
    </>
  );
}

interface FormProps {
  title: string;
  hint: ReactNode;
  children: ReactNode;
}

const Form = ({ title, hint, children }: FormProps) => (
  <Panel title={title}>
    <Stack align="start">
      <Text variant="hint">{hint}</Text>
      {children}
    </Stack>
  </Panel>
);

const fieldWidth = { base: '100%', sm: 380 };

/** Rebuilds corrupted chain data. */
export function Rebuild({ node }: TabProps) {
  const prunes = node.nodeType === 'pruned';
  const [what, setWhat] = useState('reindex');
  const consequence = prunes
    ? 'I understand the node downloads the whole chain again.'
    : `I understand the node is unavailable until the rebuild ends${node.network === 'mainnet' ? ', which takes days' : ''}.`;
  return (
    <Form
      title="Rebuild chain data"
      hint="Only if the node’s log reports corrupted data. Not needed after a full disk or a version change."
    >
      {!prunes && (
        <Select
          label="Scope"
          data={[
            { value: 'reindex', label: 'Block index and chain state' },
            { value: 'chainstate', label: 'Chain state only, from intact blocks' },
          ]}
          value={what}
          onChange={(value) => setWhat(value ?? 'reindex')}
          allowDeselect={false}
          w={fieldWidth}
        />
      )}
      <StartOperation
        nodeId={node.id}
        kind="reindex"
        params={{ chainstateOnly: what === 'chainstate', downloadAgain: prunes }}
        {...{ consequence, label: 'Rebuild chain data' }}
      />
    </Form>
  );
}

/** Moves a node's data to another data root of its host. Hidden on hosts with one data root. */
export function MoveData({ node }: TabProps) {
  const shows = [{ type: 'node', id: node.id }, 'executor'] as const;
  const { data } = useApiQuery(NodeDataRootsDocument, { id: node.id }, { shows });
  const [to, setTo] = useState<string | null>(null);
  const shown = data?.node;
  if (shown == null || shown.executor.dataRoots.length < 2) return null;
  return (
    <Form
      title="Move data"
      hint={shown.dataRoot === null ? 'The node has no data yet.' : `Current data root: ${shown.dataRoot}.`}
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
        <>
          <Text variant="hint">
            Copies and verifies all data, including wallets and settings. The old copy is deleted once the node runs
            from the new one. Otherwise the move rolls back automatically.
          </Text>
          <StartOperation
            nodeId={node.id}
            kind="move"
            params={{ to }}
            consequence="I understand the node is offline while its data is copied."
            label={`Move data to ${to}`}
            onStarted={() => setTo(null)}
          />
        </>
      )}
    </Form>
  );
}

/** The data roots to move to, with their free space. One whose disk is not visible is disabled. */
const rootChoices = ({ dataRoot, executor }: NonNullable<NodeDataRootsQuery['node']>) =>
  executor.dataRoots
    .filter(({ name }) => name !== dataRoot)
    .map(({ name, freeMiB }) => ({
      value: name,
      label: freeMiB === null ? `${name}, disk not available` : `${name}, ${formatMiB(freeMiB)} free`,
      disabled: freeMiB === null,
    }));
