import { Group, Progress, Select, Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import {
  CancelExecutorUpgradeDocument,
  ExecutorReleasesDocument,
  RequestExecutorUpgradeDocument,
} from '../../../client/operations.generated.ts';
import { useApiQuery, useFormMutation, useWholeList } from '../../api/use-api.tsx';
import { QueryView } from '../../display/answers.tsx';
import { Form, OperationButton, SubmitButton } from '../../display/form.tsx';
import { Panel } from '../../display/page.tsx';
import { ForeignLine, ForeignText, PageLink, Time, Tone } from '../../display/text.tsx';
import { useRights } from '../../session/viewer.ts';
import { ExecutorUpgradesDocument, type UpgradeFieldsFragment } from './operations.generated.ts';
import {
  generalObstacle,
  isCancellable,
  type OfferedRelease,
  obstacle,
  stateLook,
  type Upgradeable,
} from './upgrade-state.ts';

export function UpgradePanel({ executorId }: { executorId: string }) {
  const { mayChange } = useRights();
  const query = useUpgrades(executorId);
  return (
    <Panel title="Agent">
      <QueryView query={query} height={80}>
        {({ executor }) => {
          if (executor == null) return null;
          const { upgrade } = executor;
          const why = generalObstacle(executor);
          const latest = executor.upgrades.filter(({ endedAt }) => endedAt != null);
          return (
            <Stack gap="md">
              {upgrade != null ? (
                <UpgradeProgress executorId={executorId} upgrade={upgrade} />
              ) : why !== null ? (
                <Text variant="hint">
                  Upgrade not available: <ForeignText>{`${why}.`}</ForeignText>
                </Text>
              ) : (
                mayChange && <RequestUpgrade executor={executor} />
              )}
              {latest.length > 0 && <UpgradeHistory upgrades={latest} />}
            </Stack>
          );
        }}
      </QueryView>
    </Panel>
  );
}

function RequestUpgrade({ executor }: { executor: Upgradeable }) {
  const query = useOfferedReleases();
  const [picked, setPicked] = useState<string | null>(null);
  const request = useFormMutation(RequestExecutorUpgradeDocument, {
    done: ({ requestExecutorUpgrade: { executor } }) => `Upgrading ${executor.name}…`,
  });
  const versions = (query.data ?? [])
    .filter((release) => obstacle(executor, release) === null)
    .map(({ version }) => version);
  const targetVersion = versions.find((version) => version === picked) ?? versions[0];
  return (
    <QueryView query={query} height={60}>
      {() =>
        targetVersion === undefined ? (
          <Text variant="hint">No newer release in channel {executor.channel}.</Text>
        ) : (
          <Form mutation={request} gap="xs" onSubmit={() => request.mutate({ executorId: executor.id, targetVersion })}>
            <Group align="end">
              <Select label="Upgrade to" data={versions} value={targetVersion} onChange={setPicked} w={160} />
              <SubmitButton variant="default">Upgrade agent</SubmitButton>
              <PageLink to="/releases" search={{ version: targetVersion }} pb={8}>
                Release notes
              </PageLink>
            </Group>
          </Form>
        )
      }
    </QueryView>
  );
}

function UpgradeProgress({ executorId, upgrade }: { executorId: string; upgrade: UpgradeFieldsFragment }) {
  const { mayChange } = useRights();
  const { targetVersion, state, progress, reason, requestedBy, requestedAt, deadline } = upgrade;
  const { word, tone } = stateLook(state);
  return (
    <Stack gap="xs">
      <Group gap="xs" role="status">
        <Tone tone={tone}>{`to ${targetVersion}: ${word}`}</Tone>
        {progress != null && (
          <Text span fz="sm">
            {Math.floor(progress * 100)} %
          </Text>
        )}
      </Group>
      {progress != null && <Progress value={progress * 100} aria-label="Progress of this step" />}
      <ForeignLine>{reason}</ForeignLine>
      <Text variant="note">
        requested by <ForeignText>{requestedBy}</ForeignText> <Time at={requestedAt} />, times out{' '}
        <Time at={deadline} />
      </Text>
      {mayChange &&
        (isCancellable(state) ? (
          <Group>
            <OperationButton
              size="xs"
              operation={CancelExecutorUpgradeDocument}
              variables={{ where: { id: executorId } }}
              done="Upgrade cancelled."
            >
              Cancel upgrade
            </OperationButton>
          </Group>
        ) : (
          <Text variant="note">Too late to cancel. If the new version fails, the agent rolls back automatically.</Text>
        ))}
    </Stack>
  );
}

const UpgradeHistory = ({ upgrades }: { upgrades: readonly UpgradeFieldsFragment[] }) => (
  <Stack component="ul" className="plain" gap="sm" aria-label="Past upgrades">
    {upgrades.map(({ id, fromVersion, targetVersion, state, reason, requestedBy, requestedAt, endedAt }) => (
      <li key={id}>
        <Group gap="md" justify="space-between">
          <Group gap="md">
            <Text span fz="sm" fw={500}>
              {fromVersion} → {targetVersion}
            </Text>
            <Text span fz="sm">
              <Tone tone={stateLook(state).tone}>{stateLook(state).word}</Tone>
            </Text>
          </Group>
          <Text span variant="note">
            <Time at={endedAt ?? requestedAt} />, requested by <ForeignText>{requestedBy}</ForeignText>
          </Text>
        </Group>
        <ForeignLine>{reason}</ForeignLine>
      </li>
    ))}
  </Stack>
);

export const useUpgrades = (id: string) =>
  useApiQuery(ExecutorUpgradesDocument, { id }, { shows: [{ type: 'executor', id }], everySeconds: 30 });

/** Fetches the releases that agents can upgrade to, latest first. */
export const useOfferedReleases = (): UseQueryResult<readonly OfferedRelease[]> =>
  useWholeList(ExecutorReleasesDocument, { where: { withdrawn: { equals: false } } }, { shows: ['release'] });
