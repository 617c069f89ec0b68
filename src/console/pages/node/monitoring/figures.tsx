import { Group, Text } from '@mantine/core';
import { formatNumber, formatPart } from '../../../display/format.ts';
import { Panel } from '../../../display/page.tsx';
import { ForeignText } from '../../../display/text.tsx';
import { useNodeQuery } from '../shown-node.ts';
import { NodeFiguresDocument } from './operations.generated.ts';

/** Current figures that change too seldom for a chart. */
export function Figures({ nodeId }: { nodeId: string }) {
  const { data } = useNodeQuery(NodeFiguresDocument, { id: nodeId }, { everySeconds: 30, keepsPrevious: true });
  const metrics = data?.node?.metrics;
  if (metrics == null) return null;
  const { height, unbroadcastTransactions, verificationProgress, warnings, chainTips, indexes } = metrics;
  const tips = (chainTips ?? []).map(({ status, count }) => `${formatNumber(count)} ${status.replace('_', ' ')}`);
  const figures: [label: string, value: string][] = [
    ['Unbroadcast transactions', unbroadcastTransactions === null ? '–' : formatNumber(unbroadcastTransactions)],
    ['Chain tips', tips.join(', ') || '–'],
    ['Verification progress', formatPart(verificationProgress)],
    ...indexes.map(({ name, bestBlockHeight }): [string, string] => [
      `Index ${name}`,
      formatPart(Math.min(1, Math.max(0, bestBlockHeight) / Math.max(1, height))),
    ]),
  ];
  return (
    <Panel title="Current figures">
      <Group gap="xl">
        {figures.map(([label, value]) => (
          <Text key={label} fz="sm" component="div">
            <Text variant="note">{label}</Text>
            <ForeignText>{value}</ForeignText>
          </Text>
        ))}
      </Group>
      <Text variant="note" mt="sm">
        Daemon warnings: <ForeignText>{warnings.join('; ') || 'none'}</ForeignText>
      </Text>
    </Panel>
  );
}
