import { Group, Stack, Text } from '@mantine/core';
import { formatCount, formatNumber } from '../../display/format.ts';
import { Panel } from '../../display/page.tsx';
import { PageLink, Time } from '../../display/text.tsx';
import { NetworkState } from '../networks/network-state.tsx';
import type { networkRows } from './network-rows.ts';

/** Each network's highest block on any node, its age, and how the nodes compare. */
export const NetworksPanel = ({ rows }: { rows: ReturnType<typeof networkRows> }) => (
  <Panel title="Networks" aside={<PageLink to="/networks">All networks</PageLink>}>
    <Stack component="ul" className="plain" gap="sm">
      {rows.map(({ name, state, nodeCount, incidentId, height, sample, last }) => (
        <Group key={name} component="li" justify="space-between" wrap="nowrap" align="start">
          <div style={{ minWidth: 0 }}>
            <PageLink to={incidentId === null ? `/networks/${encodeURIComponent(name)}` : `/incidents/${incidentId}`}>
              {name}
            </PageLink>
            <Text variant="note" component="div">
              <NetworkState state={state} /> · {formatCount(nodeCount, 'node')}
              {last !== null && (
                <>
                  {' · '}
                  <PageLink to={`/nodes/${last.id}`} c="inherit" fz="xs">
                    {last.name}
                  </PageLink>{' '}
                  {formatCount(last.blocksBehind, 'block')} behind
                </>
              )}
            </Text>
          </div>
          <div style={{ textAlign: 'end' }}>
            <Text fz="lg" fw={600} lh={1.3}>
              {formatNumber(height)}
            </Text>
            {sample !== null && (
              <Text variant="note" className="nowrap">
                {/* Before Bitcoin Core 23, a daemon does not report the time of its block. */}
                {sample.bestBlockAt === null ? 'measured' : 'block'}{' '}
                <Time at={sample.bestBlockAt ?? sample.at} everySeconds={1} isPast />
              </Text>
            )}
          </div>
        </Group>
      ))}
    </Stack>
    {rows.length === 0 && <Text variant="hint">A network appears when a running node reports its first block.</Text>}
  </Panel>
);
