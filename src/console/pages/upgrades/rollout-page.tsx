import { Alert, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useApiQuery } from '../../api/use-api.tsx';
import { useWholeList } from '../../api/use-whole-list.ts';
import { QueryView } from '../../display/answers/query-view.tsx';
import { List } from '../../display/lists/list.tsx';
import { PageHeader } from '../../display/page-header.tsx';
import { ForeignText } from '../../display/values/foreign-text.tsx';
import { Time } from '../../display/values/time.tsx';
import { useRights } from '../../session/viewer.ts';
import { NothingTherePage } from '../../shell/nothing-there-page.tsx';
import { FirstLines } from './first-lines.tsx';
import { memberColumns } from './member-columns.tsx';
import { OneRolloutDocument, RolloutMembersDocument } from './operations.generated.ts';
import { RolloutActs } from './rollout-acts.tsx';
import { memberReasons, rolloutSentence, type ShownRollout } from './shown-rollout.ts';

const route = getRouteApi('/shell/executors/upgrade/$rolloutId');

/** A group has no more. */
const maxReasons = 100;

const colors: Readonly<Record<string, string>> = { stopped: 'red', finished: 'teal', paused: 'yellow' };

/** One rollout: how far it is, how far each of its executors is, and what may be done about it. */
export function RolloutPage() {
  const { rolloutId } = route.useParams();
  const query = useApiQuery(
    OneRolloutDocument,
    { id: rolloutId },
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
        <List query={members} height={320} label="Executors of the rollout" columns={memberColumns} empty={null} />
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
