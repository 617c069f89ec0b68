import { Alert, Group, Stack } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import {
  CancelNodeRolloutDocument,
  PauseNodeRolloutDocument,
  ResumeNodeRolloutDocument,
  SkipNodeRolloutMemberDocument,
  UndoNodeRolloutDocument,
} from '../../../client/operations.generated.ts';
import { policyTexts } from '../../../contract/rollout-policy-text.ts';
import { useApiMutation, useApiQuery, useWholeList } from '../../api/use-api.tsx';
import { ConfirmButton } from '../../display/dialogs.tsx';
import { MutationButton, OperationButton } from '../../display/form.tsx';
import { formatCount } from '../../display/format.ts';
import { type Column, leadColumn } from '../../display/lists/column.ts';
import { WholeList } from '../../display/lists/list.tsx';
import { PageHeader } from '../../display/page.tsx';
import { ForeignText, PageLink, Reason, Time, Tone } from '../../display/text.tsx';
import { useRights } from '../../session/viewer.ts';
import { ObjectPage } from '../../shell/object-page.tsx';
import { NodeRolloutMembersDocument, NodeRolloutProgressDocument } from './operations.generated.ts';
import {
  changeText,
  isSkippable,
  rolloutSentence,
  type ShownMember,
  type ShownRollout,
  stateLook,
} from './rollout-state.ts';

const colors: Readonly<Record<string, string>> = { stopped: 'red', finished: 'teal', paused: 'yellow' };

export function NodeRolloutPage() {
  const { rolloutId: id } = useParams({ from: '/shell/rollouts/$rolloutId' });
  const shows = [{ type: 'rollout', id } as const];
  const query = useApiQuery(NodeRolloutProgressDocument, { id }, { shows, everySeconds: 30 });
  return (
    <ObjectPage query={query} what="rollout" list="/nodes">
      {(rollout) => <Found rollout={rollout} />}
    </ObjectPage>
  );
}

function Found({ rollout }: { rollout: ShownRollout }) {
  const { mayChange } = useRights();
  const { id, summary, parallel, policy, state, counts, requestedBy, requestedAt, endedAt } = rollout;
  const members = useWholeList(
    NodeRolloutMembersDocument,
    { id },
    {
      pageOf: ({ nodeRollout }) => nodeRollout?.members,
      shows: [{ type: 'rollout', id }],
      everySeconds: 30,
    },
  );
  const mayAct = mayChange && endedAt == null;
  return (
    <>
      <PageHeader
        title={`Rollout: ${summary}`}
        about={
          <>
            Started by <ForeignText>{requestedBy}</ForeignText> <Time at={requestedAt} />,{' '}
            {[`${parallel === 1 ? 'one node' : `${parallel} nodes`} at a time`, ...policyTexts(policy)].join(', ')}.
          </>
        }
      />
      <Stack>
        <Alert role="status" color={colors[state] ?? 'petrol'} title={`${counts.changed} of ${counts.total} changed`}>
          <ForeignText>{rolloutSentence(rollout)}</ForeignText>
        </Alert>
        <Group>
          {mayAct && <RolloutActs rollout={rollout} />}
          {mayChange && <UndoButton rollout={rollout} />}
        </Group>
        <WholeList
          query={members}
          height={320}
          label="Nodes of the rollout"
          columns={mayAct ? [...memberColumns, skipColumn(id)] : memberColumns}
          empty={null}
        />
      </Stack>
    </>
  );
}

function RolloutActs({ rollout: { id, state, summary } }: { rollout: ShownRollout }) {
  const variables = { where: { id } };
  return (
    <>
      {state === 'running' ? (
        <OperationButton operation={PauseNodeRolloutDocument} variables={variables} done="Rollout paused.">
          Pause rollout
        </OperationButton>
      ) : (
        <OperationButton operation={ResumeNodeRolloutDocument} variables={variables} done="Rollout resumed.">
          {state === 'paused' ? 'Resume rollout' : 'Retry and resume'}
        </OperationButton>
      )}
      <ConfirmButton
        question={{
          title: `Cancel the rollout “${summary}”?`,
          consequence: 'No further node is changed. Changed nodes keep their change.',
          act: 'Cancel rollout',
          variables,
        }}
        operation={CancelNodeRolloutDocument}
        done="Rollout cancelled."
      />
    </>
  );
}

/** Only settings can be put back, and only once some were changed. */
function UndoButton({ rollout: { id, summary, counts, endedAt } }: { rollout: ShownRollout }) {
  const navigate = useNavigate();
  if (counts.restorable === 0) return null;
  const nodes = formatCount(counts.restorable, 'node');
  const first = endedAt == null ? 'This rollout is cancelled. ' : '';
  return (
    <ConfirmButton
      question={{
        title: `Undo the rollout “${summary}”?`,
        consequence: `${first}The previous settings of ${nodes} are put back one node at a time, the latest first. Nodes that cannot go back are skipped.`,
        act: 'Undo rollout',
        variables: { where: { id } },
      }}
      operation={UndoNodeRolloutDocument}
      done="Undo started."
      onDone={({ undoNodeRollout: { rollout } }) =>
        navigate({ to: '/rollouts/$rolloutId', params: { rolloutId: rollout.id } })
      }
    />
  );
}

function SkipButton({ id, nodeId, name }: { id: string; nodeId: string; name: string }) {
  const skip = useApiMutation(SkipNodeRolloutMemberDocument, { done: `${name} skipped.` });
  return (
    <MutationButton mutation={skip} variables={{ where: { id }, nodeId }} aria-label={`Skip ${name}`} size="compact-sm">
      Skip
    </MutationButton>
  );
}

const skipColumn = (id: string): Column<ShownMember> => ({
  label: 'Actions',
  width: '84px',
  cell: ({ nodeId, nodeName: name, state }) =>
    isSkippable({ state }) ? <SkipButton id={id} nodeId={nodeId} name={name} /> : null,
});

const memberColumns: readonly Column<ShownMember>[] = [
  leadColumn('Node', 2, ({ nodeName, node }) =>
    node == null ? (
      <ForeignText>{nodeName}</ForeignText>
    ) : (
      <PageLink to={`/nodes/${node.id}`} fw={500}>
        {node.name}
      </PageLink>
    ),
  ),
  {
    label: 'State',
    width: 'minmax(112px, 1fr)',
    cell: ({ state }) => <Tone tone={stateLook(state).tone}>{stateLook(state).word}</Tone>,
  },
  { label: 'Change', width: 2, isForWide: true, cell: (member) => <ForeignText>{changeText(member)}</ForeignText> },
  { label: 'Reason', width: 4, cell: ({ reason, wait }) => <Reason>{reason ?? wait?.message}</Reason> },
];
