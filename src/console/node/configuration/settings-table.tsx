import { Table, Text } from '@mantine/core';
import type { ConfigOrigin } from '../../../contract/types.generated.ts';
import { ForeignText } from '../../display/foreign-text.tsx';
import { withKeys } from '../../display/with-keys.ts';

/** A setting of the effective configuration. */
export interface ShownSetting {
  key: string;
  /** Null for a secret. */
  value?: string | null;
  origin: ConfigOrigin;
  note?: string | null;
}

const origins: Readonly<Record<ConfigOrigin, string>> = {
  ...{ platform: 'platform', default: 'default', override: 'set by you' },
};

/** The settings of a node, each with who sets it and why. */
export const SettingsTable = ({ settings }: { settings: readonly ShownSetting[] }) => (
  <Table.ScrollContainer minWidth={520} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
    <Table fz="sm" verticalSpacing="xs" aria-label="Settings">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Option</Table.Th>
          <Table.Th>Value</Table.Th>
          <Table.Th>Origin</Table.Th>
          <Table.Th>Why</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {withKeys(settings, ({ key }) => key).map(({ key, entry: { key: option, value, origin, note } }) => (
          <Table.Tr key={key}>
            <Table.Td>
              <code>{option}</code>
            </Table.Td>
            <Table.Td>
              {value == null ? (
                <Text span c="dimmed" fz="sm">
                  secret
                </Text>
              ) : (
                <ForeignText>{value}</ForeignText>
              )}
            </Table.Td>
            <Table.Td>{origins[origin]}</Table.Td>
            <Table.Td>{note != null && <ForeignText>{note}</ForeignText>}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
);
