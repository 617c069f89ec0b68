import { Alert, Anchor, Group, Stack, Text } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import {
  CancelUpgradeRolloutDocument,
  PauseUpgradeRolloutDocument,
  ResumeUpgradeRolloutDocument,
  UpgradeRolloutDocument,
} from '../../../client/operations.generated.ts';
import { useWholeList } from '../../api/lists.ts';
import { useApiMutation, useApiQuery } from '../../api/use-api.tsx';
import { ActionButton, MutationButton } from '../../display/action-button.tsx';
import { QueryView } from '../../display/answers.tsx';
import { ConfirmButton } from '../../display/dialogs.tsx';
import type { Column } from '../../display/lists/column.ts';
import { WholeList } from '../../display/lists/list.tsx';
import { PageHeader } from '../../display/page.tsx';
import { ForeignText, Reason } from '../../display/text.tsx';
import { Time } from '../../display/time.tsx';
import { Tone } from '../../display/tone.tsx';
import { useRights } from '../../session/viewer.ts';
import { NothingTherePage } from '../../shell/error-pages.tsx';
import { FirstLines } from './first-lines.tsx';
import { RolloutMembersDocument } from './operations.generated.ts';
import { memberLook, memberReasons, rolloutSentence, type ShownMember, type ShownRollout } from './upgrade-state.ts';

const route = getRouteApi('/shell/executors/upgrade/$rolloutId');

/** A group has no more. */
const maxReasons = 100;

const colors: Readonly<Record<string, string>> = { stopped: 'red', finished: 'teal', paused: 'yellow' };

export function RolloutPage() {
  const { rolloutId } = route.useParams();
  const query = useApiQuery(
    UpgradeRolloutDocument,
    { where: { id: rolloutId } },
    { shows: [{ type: 'rollout', id: rolloutId }], everySeconds: 60 },
  );
  return (
    <QueryView query={query}>
      {({ upgradeRollout }) =>
        upgradeRollout == null ? (
          <NothingTherePage what="rollout" id={rolloutId} list="/executors/upgrade" />
        ) : (
          <Found rollout={upgradeRollout} />
        )
      }
    </QueryView>
  );
}

function Found({ rollout }: { rollout: ShownRollout }) {
  const { mayChange } = useRights();
  const { id, targetVersion, groupSize, state, counts, requestedBy, requestedAt, endedAt } = rollout;
  const members = useWholeList(
    RolloutMembersDocument,
    { id },
    {
      rowsOf: ({ upgradeRollout }) => upgradeRollout?.members,
      shows: [{ type: 'rollout', id }, ...(counts.underWay > 0 ? (['executor'] as const) : [])],
      everySeconds: 60,
    },
  );
  const reasons = memberReasons(members.data ?? []);
  return (
    <>
      <PageHeader
        title={`Rollout of ${targetVersion}`}
        about={
          <>
            Started by <ForeignText>{requestedBy}</ForeignText> <Time at={requestedAt} />; {groupSize} at a time.
          </>
        }
      />
      <Stack>
        <Alert
          role="status"
          variant="light"
          color={colors[state] ?? 'petrol'}
          title={`${counts.upgraded} of ${counts.total} have version ${targetVersion}`}
        >
          <ForeignText>{rolloutSentence(rollout)}</ForeignText>
        </Alert>
        {mayChange && endedAt == null && <RolloutActs rollout={rollout} />}
        <WholeList query={members} height={320} label="Executors of the rollout" columns={memberColumns} empty={null} />
        {reasons.length > 0 && (
          // A wide window has a column for it.
          <Stack gap={4} hiddenFrom="md">
            <Text fz="sm" fw={500}>
              Why
            </Text>
            <FirstLines lines={reasons} maxLines={maxReasons} />
          </Stack>
        )}
      </Stack>
    </>
  );
}

function RolloutActs({ rollout: { id, state, targetVersion } }: { rollout: ShownRollout }) {
  const pause = useApiMutation(PauseUpgradeRolloutDocument, { done: 'The rollout is paused.' });
  const resume = useApiMutation(ResumeUpgradeRolloutDocument, { done: 'The rollout goes on.' });
  const cancel = useApiMutation(CancelUpgradeRolloutDocument, { failure: 'none', done: 'The rollout is cancelled.' });
  return (
    <Group>
      {state === 'running' && (
        <MutationButton variant="default" mutation={pause} variables={{ where: { id } }}>
          Pause
        </MutationButton>
      )}
      {state === 'paused' && (
        <MutationButton mutation={resume} variables={{ where: { id } }}>
          Go on
        </MutationButton>
      )}
      {state === 'stopped' && (
        <>
          <MutationButton mutation={resume} variables={{ where: { id } }}>
            Try again and go on
          </MutationButton>
          <ActionButton
            variant="default"
            disabled={resume.isPending}
            onClick={() => resume.mutate({ where: { id }, skipFailed: true })}
          >
            Go on without those that failed
          </ActionButton>
        </>
      )}
      <ConfirmButton
        question={{
          title: `Cancel the rollout of ${targetVersion}?`,
          consequence: 'Nobody else is asked. What is under way ends by itself.',
          act: 'Cancel the rollout',
          variables: { where: { id } },
        }}
        mutation={cancel}
      >
        Cancel…
      </ConfirmButton>
    </Group>
  );
}

const memberColumns: readonly Column<ShownMember>[] = [
  {
    id: 'executor',
    label: 'Executor',
    leads: true,
    width: 2,
    cell: ({ id: nameThen, executor }) =>
      executor == null ? (
        <ForeignText>{nameThen}</ForeignText>
      ) : (
        <Anchor component={Link} to={`/executors/${executor.id}`} fz="sm" fw={500}>
          <ForeignText>{executor.name}</ForeignText>
        </Anchor>
      ),
  },
  { id: 'group', label: 'Group', width: '64px', isNumber: true, isForWide: true, cell: ({ group }) => group },
  {
    id: 'state',
    label: 'State',
    width: 'minmax(112px, 1fr)',
    cell: (member) => {
      const { word, tone } = memberLook(member);
      return <Tone tone={tone}>{word}</Tone>;
    },
  },
  {
    id: 'why',
    label: 'Why',
    width: 4,
    // A narrow window has no room for it beside: the page says it below.
    isForWide: true,
    cell: (member) => <Reason>{memberLook(member).why}</Reason>,
  },
];
