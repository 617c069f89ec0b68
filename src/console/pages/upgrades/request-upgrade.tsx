import { Anchor, Group, Select, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiMutation } from '../../api/use-api.tsx';
import { Failure } from '../../display/answers/failure.tsx';
import { QueryView } from '../../display/answers/query-view.tsx';
import { MutationButton } from '../../display/focus/act-button.tsx';
import { obstacle } from './obstacle.ts';
import { RequestUpgradeDocument } from './operations.generated.ts';
import type { OfferedRelease, Upgradeable } from './shown-upgrade.ts';
import { useOfferedReleases } from './use-offered-releases.ts';

/** Picks a version that an executor's agent can become, and asks for it. */
export function RequestUpgrade({ executor }: { executor: Upgradeable }) {
  const query = useOfferedReleases();
  return (
    <QueryView query={query} height={60}>
      {(releases) => {
        const fitting = releases.filter((release) => obstacle(executor, release) === null);
        return fitting.length === 0 ? (
          <Text variant="hint">There is no later release for it in the channel {executor.channel}.</Text>
        ) : (
          <Pick executor={executor} releases={fitting} />
        );
      }}
    </QueryView>
  );
}

function Pick({ executor, releases }: { executor: Upgradeable; releases: readonly OfferedRelease[] }) {
  const [picked, setPicked] = useState<string | null>(null);
  const request = useApiMutation(RequestUpgradeDocument, {
    failure: 'none',
    done: ({ requestExecutorUpgrade: { name } }) => `The upgrade of ${name} is asked for.`,
  });
  const versions = releases.map(({ version }) => version);
  const targetVersion = versions.find((version) => version === picked) ?? versions[0] ?? '';
  return (
    <Stack gap="xs">
      {request.error !== null && <Failure error={request.error} />}
      <Group align="end">
        <Select
          label="Upgrade to"
          data={versions}
          value={targetVersion}
          onChange={setPicked}
          allowDeselect={false}
          w={160}
        />
        <MutationButton variant="default" mutation={request} variables={{ executorId: executor.id, targetVersion }}>
          Upgrade
        </MutationButton>
        <Anchor component={Link} to="/releases" search={{ version: targetVersion } as never} fz="sm" pb={8}>
          What is new in it
        </Anchor>
      </Group>
    </Stack>
  );
}
