import { Table } from '@mantine/core';
import { ForeignText } from '../display/foreign-text.tsx';
import { Tone } from '../display/phase.tsx';
import { Time } from '../display/time.tsx';
import type { UpgradeFieldsFragment } from './operations.generated.ts';
import { upgradeLook } from './shown-upgrade.ts';

/** The upgrades that have ended, the newest first. */
export function UpgradeHistory({ upgrades }: { upgrades: readonly UpgradeFieldsFragment[] }) {
  return (
    <Table.ScrollContainer minWidth={480} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table aria-label="Past upgrades">
        <Table.Thead>
          <Table.Tr>
            {['Upgrade', 'Outcome', 'Why', 'By', 'When'].map((head) => (
              <Table.Th key={head}>{head}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {upgrades.map(({ id, fromVersion, targetVersion, state, reason, requestedBy, requestedAt, endedAt }) => (
            <Table.Tr key={id}>
              <Table.Td>
                {fromVersion} → {targetVersion}
              </Table.Td>
              <Table.Td>
                <Tone tone={upgradeLook(state).tone}>{upgradeLook(state).word}</Tone>
              </Table.Td>
              <Table.Td>{reason == null ? '–' : <ForeignText>{reason}</ForeignText>}</Table.Td>
              <Table.Td>
                <ForeignText>{requestedBy}</ForeignText>
              </Table.Td>
              <Table.Td>
                <Time at={endedAt ?? requestedAt} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
