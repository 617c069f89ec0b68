import { Table } from '@mantine/core';
import type { ConfigSetting } from '../../../../bitcoin/node-settings.ts';
import type { ConfigOrigin } from '../../../../contract/types.generated.ts';
import { ForeignLine, ForeignText } from '../../../display/text.tsx';

const originWord = (origin: ConfigOrigin): string => (origin === 'override' ? 'set by you' : origin);

/** In pixels: fits names such as `printtoconsole`, and addresses with a port, without wrapping. */
const optionWidth = 140;
const valueWidth = 126;

/** The settings of a node with origin and reason; on a phone, those are below the option. */
export const SettingsTable = ({ settings }: { settings: readonly ConfigSetting[] }) => (
  <Table fz="sm" verticalSpacing="xs" aria-label="Settings">
    <Table.Thead>
      <Table.Tr>
        <Table.Th miw={optionWidth}>Option</Table.Th>
        <Table.Th miw={valueWidth}>Value</Table.Th>
        <Table.Th visibleFrom="sm">Origin</Table.Th>
        <Table.Th visibleFrom="sm">Reason</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {[...settings.entries()].map(([at, { key, value, origin, note }]) => (
        <Table.Tr key={at}>
          <Table.Td>
            <code className="foreign">{key}</code>
            <ForeignLine hiddenFrom="sm" variant="note">
              {note === null ? originWord(origin) : `${originWord(origin)}: ${note}`}
            </ForeignLine>
          </Table.Td>
          <Table.Td c={value === null ? 'dimmed' : undefined}>
            <ForeignText>{value ?? 'secret'}</ForeignText>
          </Table.Td>
          <Table.Td visibleFrom="sm">{originWord(origin)}</Table.Td>
          <Table.Td visibleFrom="sm">{note !== null && <ForeignText>{note}</ForeignText>}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
);
