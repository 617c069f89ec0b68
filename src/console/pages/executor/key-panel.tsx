import { Alert, Group, Stack, Text } from '@mantine/core';
import { useApiQuery } from '../../api/use-api.tsx';
import { QueryView } from '../../display/answers.tsx';
import { Panel } from '../../display/page.tsx';
import { Dated, ForeignText, TextLink, Tone, useNow } from '../../display/text.tsx';
import { isOpen, keyState } from '../keys/key-life.ts';
import { RevokeKey } from '../keys/revoke-key.tsx';
import { ExecutorKeysDocument, type ExecutorKeysQuery } from './operations.generated.ts';

/** The API keys of a host's agent with expiry and last use, for owners and admins. */
export function KeyPanel({ executorId }: { executorId: string }) {
  const now = useNow(30);
  const query = useKeys(executorId);
  return (
    <Panel title="API key">
      <QueryView query={query} height={60}>
        {({ executor }) => {
          if (executor == null) return null;
          const open = executor.apiKeyUsages.filter(({ apiKey }) => isOpen(keyState(apiKey, now)));
          return (
            <Stack gap="sm">
              {executor.keyWarning != null && (
                <Alert color="orange" title="Key rotation failed">
                  <ForeignText>{executor.keyWarning}</ForeignText>
                </Alert>
              )}
              {open.length === 0 && <Text fz="sm">No valid key. The agent cannot connect.</Text>}
              {open.map((usage) => (
                <KeyLine key={usage.apiKey.id} usage={usage} now={now} executorName={executor.name} />
              ))}
              <Text variant="hint">
                To replace the key, create an enrolment token in <TextLink to="/keys">API keys</TextLink>.
              </Text>
            </Stack>
          );
        }}
      </QueryView>
    </Panel>
  );
}

interface KeyLineProps {
  usage: NonNullable<ExecutorKeysQuery['executor']>['apiKeyUsages'][number];
  now: number;
  executorName: string;
}

function KeyLine({ usage: { apiKey, lastUsedAt }, now, executorName }: KeyLineProps) {
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
          <Dated label="expires" at={apiKey.expiresAt} none="never expires" /> ·{' '}
          <Dated label="last used" at={lastUsedAt} none="never used" />
          {lastUsedAt != null && apiKey.lastUsedFrom != null && ` from ${apiKey.lastUsedFrom}`}
        </Text>
      </div>
      <RevokeKey
        apiKey={apiKey}
        title={`Revoke key of ${executorName}?`}
        consequence="Disconnects the agent within two seconds, until it gets a new key. Its nodes keep running."
      />
    </Group>
  );
}

export const useKeys = (id: string, enabled = true) =>
  useApiQuery(
    ExecutorKeysDocument,
    { id },
    { shows: [{ type: 'executor', id }, 'api_key'], everySeconds: 60, enabled },
  );
