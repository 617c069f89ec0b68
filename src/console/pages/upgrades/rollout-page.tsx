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

/** The maximum size of a group. */
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
            Started by <ForeignText>{requestedBy}</ForeignText> <Time at={requestedAt} />, {groupSize} at a time.
          </>
        }
      />
      <Stack>
        <Alert
          role="status"
          variant="light"
          color={colors[state] ?? 'petrol'}
          title={`${counts.upgraded} of ${counts.total} upgraded to ${targetVersion}`}
        >
          <ForeignText>{rolloutSentence(rollout)}</ForeignText>
        </Alert>
        {mayChange && endedAt == null && <RolloutActs rollout={rollout} />}
        <WholeList query={members} height={320} label="Hosts of the rollout" columns={memberColumns} empty={null} />
        {reasons.length > 0 && (
          // Wide windows show a column instead.
          <Stack gap={4} hiddenFrom="md">
            <Text fz="sm" fw={500}>
              Reasons
            </Text>
            <FirstLines lines={reasons} maxLines={maxReasons} />
          </Stack>
        )}
      </Stack>
    </>
  );
}

function RolloutActs({ rollout: { id, state, targetVersion } }: { rollout: ShownRollout }) {
  const pause = useApiMutation(PauseUpgradeRolloutDocument, { done: 'Rollout paused.' });
  const resume = useApiMutation(ResumeUpgradeRolloutDocument, { done: 'Rollout resumed.' });
  const cancel = useApiMutation(CancelUpgradeRolloutDocument, { failure: 'none', done: 'Rollout cancelled.' });
  return (
    <Group>
      {state === 'running' && (
        <MutationButton variant="default" mutation={pause} variables={{ where: { id } }}>
          Pause rollout
        </MutationButton>
      )}
      {state === 'paused' && (
        <MutationButton mutation={resume} variables={{ where: { id } }}>
          Resume rollout
        </MutationButton>
      )}
      {state === 'stopped' && (
        <>
          <MutationButton mutation={resume} variables={{ where: { id } }}>
            Retry and resume
          </MutationButton>
          <ActionButton
            variant="default"
            disabled={resume.isPending}
            onClick={() => resume.mutate({ where: { id }, skipFailed: true })}
          >
            Skip failed and resume
          </ActionButton>
        </>
      )}
      <ConfirmButton
        question={{
          title: `Cancel the rollout of ${targetVersion}?`,
          consequence: 'No further upgrades start. Upgrades in progress finish.',
          act: 'Cancel rollout',
          variables: { where: { id } },
        }}
        mutation={cancel}
      >
        Cancel rollout…
      </ConfirmButton>
    </Group>
  );
}

const memberColumns: readonly Column<ShownMember>[] = [
  {
    id: 'executor',
    label: 'Host',
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
    label: 'Reason',
    width: 4,
    // Narrow windows list reasons below the table.
    isForWide: true,
    cell: (member) => <Reason>{memberLook(member).why}</Reason>,
  },
];
