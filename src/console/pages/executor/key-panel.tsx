import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { RevokeApiKeyDocument } from '../../../client/operations.generated.ts';
import { useApiMutation, useApiQuery } from '../../api/use-api.tsx';
import { QueryView } from '../../display/answers.tsx';
import { Confirm } from '../../display/dialogs.tsx';
import { Panel } from '../../display/page.tsx';
import { ForeignText } from '../../display/text.tsx';
import { Dated, Time, useNow } from '../../display/time.tsx';
import { Tone } from '../../display/tone.tsx';
import { isOpen, keyState } from '../keys/key-life.ts';
import { ExecutorKeysDocument, type ExecutorKeysQuery } from './operations.generated.ts';

type Usage = NonNullable<ExecutorKeysQuery['executor']>['apiKeyUsages'][number];

/** The API keys of a host's agent with expiry and last use, for owners and admins. */
export function KeyPanel({ executorId }: { executorId: string }) {
  const now = useNow(30);
  const query = useKeys(executorId);
  const revoke = useApiMutation(RevokeApiKeyDocument, { failure: 'none', done: 'Key revoked.' });
  const [asked, setAsked] = useState<Usage>();
  return (
    <Panel title="API key">
      <QueryView query={query} height={60}>
        {({ executor }) => {
          if (executor == null) return null;
          const open = executor.apiKeyUsages.filter(({ apiKey }) => isOpen(keyState(apiKey, now)));
          return (
            <Stack gap="sm">
              {executor.keyWarning != null && (
                <Alert color="orange" variant="light" title="Key rotation failed">
                  <ForeignText>{executor.keyWarning}</ForeignText>
                </Alert>
              )}
              {open.length === 0 && <Text fz="sm">No valid key. The agent cannot connect.</Text>}
              {open.map((usage) => (
                <KeyLine key={usage.apiKey.id} usage={usage} now={now} onRevoke={() => setAsked(usage)} />
              ))}
              <Text variant="hint">
                The agent rotates its key before it expires. To replace the key, create an enrolment token for{' '}
                <ForeignText>{executor.name}</ForeignText> in{' '}
                <Anchor component={Link} to="/keys" underline="always" fz="sm">
                  API keys
                </Anchor>
                {' and use it on the host.'}
              </Text>
              <Confirm
                question={
                  asked && {
                    title: `Revoke key of ${executor.name}?`,
                    consequence:
                      'Disconnects the agent within two seconds, until it gets a new key. Its nodes keep running.',
                    act: 'Revoke key',
                    variables: { where: { id: asked.apiKey.id } },
                  }
                }
                onClose={() => setAsked(undefined)}
                mutation={revoke}
              />
            </Stack>
          );
        }}
      </QueryView>
    </Panel>
  );
}

function KeyLine({
  usage: { apiKey, since, lastUsedAt },
  now,
  onRevoke,
}: {
  usage: Usage;
  now: number;
  onRevoke: () => void;
}) {
  const state = keyState(apiKey, now);
  return (
    <Group justify="space-between" wrap="nowrap">
      <div>
        <Text fz="sm">
          <Text span fz="sm" fw={500}>
            <ForeignText>{apiKey.name}</ForeignText>
          </Text>{' '}
          <code>{apiKey.start}…</code> <Tone tone={state === 'valid' ? 'good' : 'warning'}>{state}</Tone>
        </Text>
        <Text variant="note">
          bound <Time at={since} /> · <Dated label="expires" at={apiKey.expiresAt} none="never expires" /> ·{' '}
          <Dated label="last used" at={lastUsedAt} none="never used" />
          {lastUsedAt != null && apiKey.lastUsedFrom != null && ` from ${apiKey.lastUsedFrom}`}
        </Text>
      </div>
      <Button flex="none" size="compact-xs" variant="default" aria-label={`Revoke ${apiKey.name}`} onClick={onRevoke}>
        Revoke…
      </Button>
    </Group>
  );
}

export const useKeys = (executorId: string, enabled = true) =>
  useApiQuery(
    ExecutorKeysDocument,
    { id: executorId },
    { shows: [{ type: 'executor', id: executorId }, 'apiKey'], everySeconds: 60, enabled },
  );
