import { Group, Stack, Text } from '@mantine/core';
import { useApiMutation, useApiQuery } from '../../api/use-api.tsx';
import { QueryView } from '../../display/answers/query-view.tsx';
import { ActButton } from '../../display/focus/act-button.tsx';
import { Panel } from '../../display/panel.tsx';
import { ForeignText } from '../../display/values/foreign-text.tsx';
import { Time } from '../../display/values/time.tsx';
import { EndOtherSessionsDocument, EndSessionDocument, OwnSessionsDocument } from './operations.generated.ts';

/** Where the person is signed in. */
export function Sessions() {
  const query = useApiQuery(OwnSessionsDocument, {}, { shows: [], everySeconds: 30 });
  const end = useApiMutation(EndSessionDocument, { done: 'The session has ended.' });
  const endOthers = useApiMutation(EndOtherSessionsDocument, { done: 'Your other sessions have ended.' });
  const hasOthers = (query.data?.sessions.length ?? 0) > 1;
  const aside = hasOthers && (
    <ActButton size="xs" variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate({})}>
      End all others
    </ActButton>
  );
  return (
    <Panel title="Sessions" aside={aside}>
      <QueryView query={query}>
        {({ sessions }) => (
          <Stack gap="sm">
            {sessions.map(({ id, isCurrent, address, userAgent, lastUsedAt }) => (
              <Group key={id} justify="space-between" wrap="nowrap">
                <div>
                  <Text fz="sm" fw={500}>
                    <ForeignText>{browserName(userAgent)}</ForeignText>
                    {isCurrent && ' (this one)'}
                  </Text>
                  <Text variant="note">
                    from {address ?? 'an unknown address'}, last used <Time at={lastUsedAt} />
                  </Text>
                </div>
                {!isCurrent && (
                  <ActButton
                    flex="none"
                    size="xs"
                    variant="default"
                    aria-label={`End the session of ${browserName(userAgent)}`}
                    loading={end.isPending && end.variables.where.id === id}
                    onClick={() => end.mutate({ where: { id } })}
                  >
                    End
                  </ActButton>
                )}
              </Group>
            ))}
          </Stack>
        )}
      </QueryView>
    </Panel>
  );
}

const browsers = [
  ['Edge', /\bEdg\//],
  ['Firefox', /\bFirefox\//],
  ['Chrome', /\b(Headless)?Chrom(e|ium)\//],
  ['Safari', /\bSafari\//],
] as const;

const systems = [
  ['Android', /Android/],
  ['iPhone or iPad', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
] as const;

/** Returns what a browser is called, from its own words; those themselves where they are of another kind. Pure. */
function browserName(userAgent: string | null): string {
  if (userAgent === null || userAgent === '') return 'a program';
  const find = (known: readonly (readonly [string, RegExp])[]) => known.find(([, sign]) => sign.test(userAgent))?.[0];
  const browser = find(browsers);
  const system = find(systems);
  return browser === undefined ? userAgent.slice(0, 80) : system === undefined ? browser : `${browser} on ${system}`;
}
