import { Alert, Group, Stack } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import {
  CancelUpgradeRolloutDocument,
  PauseUpgradeRolloutDocument,
  ResumeUpgradeRolloutDocument,
  UpgradeRolloutDocument,
} from '../../../client/operations.generated.ts';
import { useApiMutation, useApiQuery, useWholeList } from '../../api/use-api.tsx';
import { ConfirmButton } from '../../display/dialogs.tsx';
import { ActionButton, MutationButton, OperationButton } from '../../display/form.tsx';
import { type Column, leadColumn } from '../../display/lists/column.ts';
import { WholeList } from '../../display/lists/list.tsx';
import { PageHeader } from '../../display/page.tsx';
import { ForeignText, PageLink, Reason, Time, Tone } from '../../display/text.tsx';
import { useRights } from '../../session/viewer.ts';
import { ObjectPage } from '../../shell/object-page.tsx';
import { RolloutMembersDocument } from './operations.generated.ts';
import { memberLook, rolloutSentence, type ShownMember, type ShownRollout } from './upgrade-state.ts';

const colors: Readonly<Record<string, string>> = { stopped: 'red', finished: 'teal', paused: 'yellow' };

export function RolloutPage() {
  const { rolloutId: id } = useParams({ from: '/shell/executors/upgrade/$rolloutId' });
  const shows = [{ type: 'rollout', id } as const];
  const query = useApiQuery(UpgradeRolloutDocument, { where: { id } }, { shows, everySeconds: 60 });
  return (
    <ObjectPage query={query} what="rollout" list="/executors/upgrade">
      {(rollout) => <Found rollout={rollout} />}
    </ObjectPage>
  );
}

function Found({ rollout }: { rollout: ShownRollout }) {
  const { mayChange } = useRights();
  const { id, targetVersion, groupSize, state, counts, requestedBy, requestedAt, endedAt } = rollout;
  const members = useWholeList(
    RolloutMembersDocument,
    { id },
    {
      pageOf: ({ upgradeRollout }) => upgradeRollout?.members,
      shows: [{ type: 'rollout', id }, ...(counts.underWay > 0 ? (['executor'] as const) : [])],
      everySeconds: 60,
    },
  );
  return (
    <>
      <PageHeader
        title={`Rollout of ${targetVersion}`}
        about={
          <>
            Started by <ForeignText>{requestedBy}</ForeignText> <Time at={requestedAt} />, {groupSize} at a time.
          </>
        }
      />
      <Stack>
        <Alert
          role="status"
          color={colors[state] ?? 'petrol'}
          title={`${counts.upgraded} of ${counts.total} upgraded to ${targetVersion}`}
        >
          <ForeignText>{rolloutSentence(rollout)}</ForeignText>
        </Alert>
        {mayChange && endedAt == null && <RolloutActs rollout={rollout} />}
        <WholeList query={members} height={320} label="Hosts of the rollout" columns={memberColumns} empty={null} />
      </Stack>
    </>
  );
}

function RolloutActs({ rollout: { id, state, targetVersion } }: { rollout: ShownRollout }) {
  const resume = useApiMutation(ResumeUpgradeRolloutDocument, { done: 'Rollout resumed.' });
  const variables = { where: { id } };
  return (
    <Group>
      {state === 'running' && (
        <OperationButton operation={PauseUpgradeRolloutDocument} variables={variables} done="Rollout paused.">
          Pause rollout
        </OperationButton>
      )}
      {(state === 'paused' || state === 'stopped') && (
        <MutationButton mutation={resume} variables={variables}>
          {state === 'paused' ? 'Resume rollout' : 'Retry and resume'}
        </MutationButton>
      )}
      {state === 'stopped' && (
        <ActionButton
          variant="default"
          disabled={resume.isPending}
          onClick={() => resume.mutate({ ...variables, skipFailed: true })}
        >
          Skip failed and resume
        </ActionButton>
      )}
      <ConfirmButton
        question={{
          title: `Cancel the rollout of ${targetVersion}?`,
          consequence: 'No further upgrades start. Upgrades in progress finish.',
          act: 'Cancel rollout',
          variables,
        }}
        operation={CancelUpgradeRolloutDocument}
        done="Rollout cancelled."
      />
    </Group>
  );
}

const memberColumns: readonly Column<ShownMember>[] = [
  leadColumn('Host', 2, ({ id: nameThen, executor }) =>
    executor == null ? (
      <ForeignText>{nameThen}</ForeignText>
    ) : (
      <PageLink to={`/executors/${executor.id}`} fw={500}>
        {executor.name}
      </PageLink>
    ),
  ),
  { label: 'Group', width: '64px', isNumber: true, isForWide: true, cell: ({ group }) => group },
  {
    label: 'State',
    width: 'minmax(112px, 1fr)',
    cell: (member) => {
      const { word, tone } = memberLook(member);
      return <Tone tone={tone}>{word}</Tone>;
    },
  },
  { label: 'Reason', width: 4, cell: (member) => <Reason>{memberLook(member).why}</Reason> },
];
