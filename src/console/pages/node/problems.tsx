import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { ForeignText, MessageText } from '../../display/values/foreign-text.tsx';
import { Lasting } from '../../display/values/time.tsx';
import { AdviceLinks } from '../incidents/advice-links.tsx';
import type { ShownNode } from './shown-node.ts';

/** What is wrong with a node although it runs or tries to, and what to do about it. */
export function Problems({ node: { id, name, problems } }: { node: Pick<ShownNode, 'id' | 'name' | 'problems'> }) {
  return problems.map(({ code, reason, advice, since }) => (
    <Alert
      key={code}
      mt="sm"
      color="orange"
      variant="light"
      icon={<IconAlertTriangle aria-hidden />}
      title={<MessageText>{reason}</MessageText>}
    >
      <ForeignText>{advice}</ForeignText>
      <AdviceLinks subject={{ code, nodeId: id, subjectName: name }} />
      <Text variant="note" mt={4}>
        For <Lasting since={since} />
      </Text>
    </Alert>
  ));
}
