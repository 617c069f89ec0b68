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
  /** What a person confirms first. */
  consequence: string;
  /** On the button. */
  label: string;
  onStarted?: () => void;
}

/** Starts an operation of a node once its consequence is confirmed. */
function StartOperation({ nodeId, kind, params, consequence, label, onStarted }: StartProps) {
  const [isSure, setSure] = useState(false);
  const start = useApiMutation(StartOperationDocument, {
    done: 'The operation is requested. The overview of the node shows its progress.',
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

/** A rebuild of the chain data, for what is truly damaged. */
export function Rebuild({ node }: TabProps) {
  const prunes = node.nodeType === 'pruned';
  const [what, setWhat] = useState('reindex');
  const consequence = prunes
    ? 'I know that the node downloads the whole chain again.'
    : `I know that the node serves nothing current until then${node.network === 'mainnet' ? ', which takes days' : ''}.`;
  return (
    <Form
      title="Rebuild the chain data"
      hint="Only for data that is truly damaged, as the daemon’s log says: not after a full disk, and not after another version."
    >
      {!prunes && (
        <Select
          label="What to rebuild"
          data={[
            { value: 'reindex', label: 'The block index and chain state' },
            { value: 'chainstate', label: 'The chain state alone, from sound blocks' },
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
        {...{ consequence, label: 'Rebuild' }}
      />
    </Form>
  );
}

/** A move of a node's data to another data root of its host. Not shown where there is only one. */
export function MoveData({ node }: TabProps) {
  const shows = [{ type: 'node', id: node.id }, 'executor'] as const;
  const { data } = useApiQuery(NodeDataRootsDocument, { id: node.id }, { shows });
  const [to, setTo] = useState<string | null>(null);
  const shown = data?.node;
  if (shown == null || shown.executor.dataRoots.length < 2) return null;
  return (
    <Form
      title="Move its data"
      hint={shown.dataRoot === null ? 'It has no data yet.' : `Its data is in the data root ${shown.dataRoot}.`}
    >
      <Select
        label="To another data root"
        placeholder="Choose one"
        data={rootChoices(shown)}
        value={to}
        onChange={setTo}
        w={fieldWidth}
      />
      {to !== null && (
        <>
          <Text variant="hint">
            All of it is copied, wallets and settings too, and compared. The old copy is removed once the daemon has
            answered from the new one; where it does not, the node goes back by itself.
          </Text>
          <StartOperation
            nodeId={node.id}
            kind="move"
            params={{ to }}
            consequence="I know that the node is down while its data is copied."
            label={`Move its data to ${to}`}
            onStarted={() => setTo(null)}
          />
        </>
      )}
    </Form>
  );
}

/** The data roots that a node's data can go to, with what is free there. One that is not seen cannot be chosen. */
const rootChoices = ({ dataRoot, executor }: NonNullable<NodeDataRootsQuery['node']>) =>
  executor.dataRoots
    .filter(({ name }) => name !== dataRoot)
    .map(({ name, freeMiB }) => ({
      value: name,
      label: freeMiB === null ? `${name}, whose disk is not seen` : `${name}, ${formatMiB(freeMiB)} free`,
      disabled: freeMiB === null,
    }));
