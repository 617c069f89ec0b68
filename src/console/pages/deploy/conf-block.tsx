import { Button, Group, Table, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../api/use-api.tsx';
import { Failure } from '../../display/answers.tsx';
import { ActionButton, bindText } from '../../display/form.tsx';
import { ForeignLine, ForeignText } from '../../display/text.tsx';
import { Folded } from './folded-blocks.tsx';
import { ReadConfDocument, type ReadConfQuery } from './operations.generated.ts';
import { type BlockProps, noSignet } from './plan.ts';

type Conf = NonNullable<ReadConfQuery['readBitcoinConf']>;
type Line = Conf['lines'][number];

const verdictWords: Readonly<Record<Line['verdict'], string>> = {
  kept: 'Kept',
  translated: 'Translated',
  without_effect: 'No effect',
  dropped: 'Dropped',
  no_setting: '',
};

/** Takes over a pasted bitcoin.conf, after showing what becomes of each line. The text stays in this component. */
export function ConfBlock({
  plan: { client, clientVersion, executorId },
  onChange,
}: Pick<BlockProps, 'plan' | 'onChange'>) {
  const api = useApi();
  const [text, setText] = useState('');
  const reading = useMutation({
    mutationFn: () => api.query(ReadConfDocument, { data: { text, client, clientVersion, executorId } }),
    gcTime: 0,
  });
  const conf = reading.data?.readBitcoinConf ?? null;
  const network = conf?.network ?? null;
  const use = ({ signet, nodeType, overrides }: Conf) => {
    onChange({
      ...{ network, nodeType, resources: null },
      customSignet: signet === null ? noSignet : { ...signet, seedNodes: signet.seedNodes.join(' ') },
      overrides: overrides.map(({ key, value }, id) => ({ id, key, value })),
    });
    setText('');
    reading.reset();
  };
  const change = (next: string) => {
    setText(next);
    reading.reset();
  };
  return (
    <Folded fields="conf" title="Existing bitcoin.conf" note="Paste a file to take its settings over" opens={false}>
      <Textarea label="Contents of the file" autosize minRows={4} maxRows={16} {...bindText(text, change)} />
      <Group>
        <ActionButton
          variant="default"
          disabled={text.trim() === ''}
          loading={reading.isPending}
          onClick={() => reading.mutate()}
        >
          Read file
        </ActionButton>
        {conf !== null && network !== null && <Button onClick={() => use(conf)}>Use settings</Button>}
      </Group>
      {reading.error !== null && <Failure error={reading.error} />}
      {conf !== null && <ConfLines lines={conf.lines} />}
      {conf?.notes.map((note) => (
        <Text key={note} variant="hint">
          {note}
        </Text>
      ))}
    </Folded>
  );
}

const ConfLines = ({ lines }: { lines: readonly Line[] }) => (
  <Table fz="sm" verticalSpacing="xs" aria-label="Lines of the file">
    <Table.Thead>
      <Table.Tr>
        <Table.Th>Line</Table.Th>
        <Table.Th>Text</Table.Th>
        <Table.Th>Verdict</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {lines
        .filter(({ verdict, reason }) => verdict !== 'no_setting' || reason !== null)
        .map(({ number, text, verdict, reason }) => (
          <Table.Tr key={number}>
            <Table.Td>{number}</Table.Td>
            <Table.Td>
              <ForeignText>{text}</ForeignText>
            </Table.Td>
            <Table.Td>
              {verdictWords[verdict]}
              {reason !== null && <ForeignLine variant="note">{reason}</ForeignLine>}
            </Table.Td>
          </Table.Tr>
        ))}
    </Table.Tbody>
  </Table>
);
