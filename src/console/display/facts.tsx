import { Table } from '@mantine/core';
import { ForeignText } from './text.tsx';

/** Untrusted values by name, without those that are null. */
export const Facts = ({ facts }: { facts: Readonly<Record<string, string | null | undefined>> }) => (
  <Table variant="vertical" layout="fixed">
    <Table.Tbody>
      {Object.entries(facts).map(
        ([name, value]) =>
          value != null && (
            <Table.Tr key={name}>
              <Table.Th scope="row" w={110}>
                <ForeignText>{name}</ForeignText>
              </Table.Th>
              <Table.Td>
                <ForeignText>{value}</ForeignText>
              </Table.Td>
            </Table.Tr>
          ),
      )}
    </Table.Tbody>
  </Table>
);
