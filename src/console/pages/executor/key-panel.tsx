import { Alert, Stack, Text } from '@mantine/core';
import { useApiQuery } from '../../api/use-api.tsx';
import { QueryView } from '../../display/answers.tsx';
import { Panel } from '../../display/page.tsx';
import { ForeignText, TextLink, Tone, useNow } from '../../display/text.tsx';
import { isOpen, keyState } from '../keys/key-life.ts';
import { KeyLine } from '../keys/key-line.tsx';
import { ExecutorKeysDocument } from './operations.generated.ts';

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
              {open.map(({ apiKey, lastUsedAt }) => (
                <KeyLine
                  key={apiKey.id}
                  {...{ apiKey, lastUsedAt }}
                  state={
                    <Tone tone={keyState(apiKey, now) === 'valid' ? 'good' : 'warning'}>{keyState(apiKey, now)}</Tone>
                  }
                  consequence="Disconnects the agent within two seconds, until it gets a new key. Its nodes keep running."
                />
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

export const useKeys = (id: string, enabled = true) =>
  useApiQuery(
    ExecutorKeysDocument,
    { id },
    { shows: [{ type: 'executor', id }, 'api_key'], everySeconds: 60, enabled },
  );
