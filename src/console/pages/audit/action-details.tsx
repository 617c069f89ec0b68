import { Stack, Table, Text, Title } from '@mantine/core';
import { SidePanel } from '../../display/dialogs/side-panel.tsx';
import { ForeignText } from '../../display/values/foreign-text.tsx';
import { formatInstant } from '../../display/values/time.tsx';
import type { AuditRow } from './columns.tsx';
import { difference } from './difference.ts';
import { actorWord } from './search.ts';

/** Everything about one action: who, what, from where, and what it changed. */
export function ActionDetails({ action, onClose }: { action: AuditRow | undefined; onClose: () => void }) {
  return (
    <SidePanel title={action?.action ?? ''} isOpen={action !== undefined} onClose={onClose}>
      {action !== undefined && <Details action={action} />}
    </SidePanel>
  );
}

function Details({ action }: { action: AuditRow }) {
  const { at, actor, target, outcome, errorCode, address, userAgent, requestId, before, after } = action;
  const facts: [string, string | null | undefined][] = [
    ['When', formatInstant(at)],
    ['Who', `${actor.name} (${actorWord(actor.type)})`],
    ['To what', target == null ? null : `${target.type} ${target.name ?? target.id}`],
    ['Outcome', errorCode == null ? outcome : `${outcome}: ${errorCode}`],
    ['From', address],
    ['With', userAgent],
    ['Request', requestId],
  ];
  const changes = difference(before, after);
  return (
    <Stack gap="md">
      <Table variant="vertical" layout="fixed">
        <Table.Tbody>
          {facts.map(
            ([name, value]) =>
              value != null && (
                <Table.Tr key={name}>
                  <Table.Th scope="row" w={110}>
                    {name}
                  </Table.Th>
                  <Table.Td>
                    <ForeignText>{value}</ForeignText>
                  </Table.Td>
                </Table.Tr>
              ),
          )}
        </Table.Tbody>
      </Table>
      <Title order={2}>What it changed</Title>
      {changes.length === 0 ? (
        <Text variant="hint">Nothing that is kept.</Text>
      ) : (
        <Table layout="fixed" aria-label="What it changed">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={140}>Field</Table.Th>
              <Table.Th>Before</Table.Th>
              <Table.Th>After</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {changes.map(({ field, before: was, after: is }) => (
              <Table.Tr key={field}>
                <Table.Th scope="row">
                  <ForeignText>{field}</ForeignText>
                </Table.Th>
                <Table.Td>{was === null ? '–' : <ForeignText>{was}</ForeignText>}</Table.Td>
                <Table.Td>{is === null ? '–' : <ForeignText>{is}</ForeignText>}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Stack>
  );
}
