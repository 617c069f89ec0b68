import { Alert, Group, Paper, Progress, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import type { NodeQuery } from '../../../../client/operations.generated.ts';
import { isAnswering } from '../../../../contract/phases.ts';
import { formatNumber, formatPart, reasonText, type StateLook } from '../../../display/format.ts';
import { Lasting, LongText, MessageText, TextLink, Time, Tone, useNow } from '../../../display/text.tsx';
import { Advice } from '../../incidents/incident-parts.tsx';
import { formatClock } from '../clock.ts';
import { PendingOperations } from '../operations/operations.tsx';
import type { TabProps } from '../shown-node.ts';
import { type ChainView, hourlyGain, secondsToTip, syncHint, tipOf } from './chain-hints.ts';
import { FailingNode } from './failing-node.tsx';
import type { Metrics, Trend } from './trend.ts';

type Health = NonNullable<NodeQuery['node']>['health'];

interface HeroProps extends TabProps {
  /** As fresh as the metrics; the node's own may be older. */
  health: Health;
  metrics: Metrics | null;
  trend: Trend;
}

/** The node's state in one panel: what is wrong, how far it is, or that all is well. The control plane judges it. */
export function Hero({ node, health, metrics, trend }: HeroProps) {
  const { reason } = node.status;
  const now = useNow();
  if (health.state === 'failing')
    return (
      <HeroPanel node={node} tone="bad" title="Not running">
        <FailingNode node={node} />
      </HeroPanel>
    );
  const why = reason !== null && (
    <Text fz="sm">
      <LongText>{reasonText(reason, node.executor)}</LongText>
    </Text>
  );
  if (metrics === null || !isAnswering(node.status.phase))
    return (
      <HeroPanel node={node} tone={health.level} title={health.summary}>
        {why}
        <Text variant="hint">
          {metrics === null
            ? 'No metrics yet. They appear when the node responds.'
            : `Last known values, as of ${formatClock(metrics.at, now)}.`}
        </Text>
      </HeroPanel>
    );
  const view = { ...metrics, network: node.network, peers: metrics.peersInbound + metrics.peersOutbound };
  if (health.state === 'syncing')
    return (
      <HeroPanel node={node} tone="busy" title="Syncing">
        {why}
        <Sync {...{ metrics, view, trend }} />
      </HeroPanel>
    );
  const title = health.state === 'problem' ? 'Running, with a problem' : health.summary;
  return (
    <HeroPanel node={node} tone={health.level} title={<Tone tone={health.level}>{title}</Tone>}>
      {why}
      {health.incidentId !== null && (
        <Text fz="sm">
          Do not rely on its blocks until the split is over.{' '}
          <TextLink to={`/incidents/${health.incidentId}`}>View split</TextLink>
        </Text>
      )}
      <Tip metrics={metrics} tip={tipOf(view, trend.highest)} />
    </HeroPanel>
  );
}

interface HeroPanelProps extends TabProps {
  tone: StateLook['tone'];
  title: ReactNode;
  children: ReactNode;
}

function HeroPanel({ node, tone, title, children }: HeroPanelProps) {
  const id = useId();
  return (
    <Paper
      component="section"
      className="panel"
      bg={tone === 'bad' ? 'var(--mantine-color-red-light)' : undefined}
      style={{ borderInlineStart: `4px solid var(--console-${tone})` }}
      p="md"
      aria-labelledby={id}
    >
      <Stack gap="sm">
        <Title order={2} id={id}>
          {title}
        </Title>
        {children}
        {node.problems.map((problem) => (
          <Alert
            key={problem.code}
            color="orange"
            icon={<IconAlertTriangle aria-hidden />}
            title={<MessageText>{problem.reason}</MessageText>}
          >
            <Advice {...problem} nodeId={node.id} subjectName={node.name} />
            <Text variant="note" mt={4}>
              For <Lasting since={problem.since} />
            </Text>
          </Alert>
        ))}
        <PendingOperations node={node} />
      </Stack>
    </Paper>
  );
}

const Figure = ({ label, hint, children }: { label: string; hint?: ReactNode; children: ReactNode }) => (
  <section aria-label={label}>
    <Text variant="note">{label}</Text>
    <Text fz="1.6rem" lh={1.3} fw={600} className="fact">
      {children}
    </Text>
    <Text variant="note">{hint}</Text>
  </section>
);

const Measured = ({ at }: { at: string }) => (
  <>
    measured <Time at={at} isPast />
  </>
);

/** The tip of the node's chain, against that of its network. */
const Tip = ({ metrics: { at, height, bestBlockAt }, tip }: { metrics: Metrics; tip: number }) => (
  <Group gap="xl" align="start">
    <Figure label="Height" hint={<Measured at={at} />}>
      {formatNumber(height)}
    </Figure>
    <Figure
      label="Last block"
      hint={height === 0 ? 'no blocks yet' : bestBlockAt === null ? 'not reported by this version' : 'block timestamp'}
    >
      {height > 0 && bestBlockAt !== null ? <Time at={bestBlockAt} everySeconds={1} isPast /> : '–'}
    </Figure>
    {tip !== height && (
      <Figure label="Network tip" hint="by headers and other nodes">
        {formatNumber(tip)}
      </Figure>
    )}
  </Group>
);

function Sync({ metrics, view, trend: { buckets } }: { metrics: Metrics; view: ChainView; trend: Trend }) {
  const { at, height, headers, verificationProgress: progress } = metrics;
  const speed = hourlyGain(buckets, 'height');
  return (
    <>
      <Group gap="md" align="baseline">
        <Text fz="2.2rem" lh={1.2} fw={600}>
          {headers === 0 ? '–' : formatPart(progress)}
        </Text>
        <Text>{syncHint(view, secondsToTip(buckets, progress))}</Text>
      </Group>
      <div>
        <Progress value={progress * 100} size={16} aria-label="Verification progress" />
        <Group justify="space-between" mt={4}>
          <Text variant="note">{formatNumber(height)} blocks verified</Text>
          <Text variant="note">{formatNumber(headers)} headers</Text>
        </Group>
      </div>
      <Text variant="hint">
        {speed !== null && `${formatNumber(speed)} blocks per hour, `}
        <Measured at={at} />
      </Text>
    </>
  );
}
