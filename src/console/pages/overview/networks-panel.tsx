import { Group, Stack, Text } from '@mantine/core';
import { counted } from '../../../text/counted.ts';
import { formatNumber } from '../../display/format.ts';
import { Panel } from '../../display/page.tsx';
import { PageLink, Time } from '../../display/text.tsx';
import { NetworkState } from '../networks/network-state.tsx';
import type { NetworkRow } from './network-rows.ts';

/** Each network's highest block on any node, its age, and how the nodes compare. */
export const NetworksPanel = ({ rows }: { rows: readonly NetworkRow[] }) => (
  <Panel title="Networks" aside={<PageLink to="/networks">All networks</PageLink>}>
    <Stack component="ul" className="plain" gap="sm">
      {rows.map((row) => (
        <Group key={row.name} component="li" justify="space-between" wrap="nowrap" align="start">
          <div style={{ minWidth: 0 }}>
            <PageLink to={`/networks/${encodeURIComponent(row.name)}`} c="inherit" fw={500}>
              {row.name}
            </PageLink>
            <Text variant="note" component="div">
              {row.chain === null ? 'not compared yet' : <Comparison chain={row.chain} last={row.last} />}
            </Text>
          </div>
          <div style={{ textAlign: 'end' }}>
            <Text fz="lg" fw={600} lh={1.3} className="tabular">
              {formatNumber(row.height)}
            </Text>
            <Text variant="note" className="nowrap">
              <TipAge row={row} />
            </Text>
          </div>
        </Group>
      ))}
    </Stack>
    {rows.length === 0 && <Text variant="hint">No blocks yet. A network appears with its first synced block.</Text>}
  </Panel>
);

const Comparison = ({ chain, last }: Pick<NetworkRow, 'last'> & { chain: NonNullable<NetworkRow['chain']> }) => (
  <>
    {chain.nodeCount > 1 && (
      <>
        {chain.incidentId === null ? (
          <NetworkState state={chain.state} />
        ) : (
          <PageLink to={`/incidents/${chain.incidentId}`} c="inherit" fz="xs">
            <NetworkState state={chain.state} />
          </PageLink>
        )}
        {' · '}
      </>
    )}
    {counted(chain.nodeCount, 'node', formatNumber(chain.nodeCount))}
    {last !== null && (
      <>
        {' · '}
        <PageLink to={`/nodes/${last.id}`} c="inherit" fz="xs">
          {last.name}
        </PageLink>{' '}
        {counted(last.blocksBehind, 'block', formatNumber(last.blocksBehind))} behind
      </>
    )}
  </>
);

/** The age of the last block; of the measurement where the daemon does not report the block's time. */
const TipAge = ({ row: { latest } }: { row: NetworkRow }) => {
  if (latest?.metrics == null) return null;
  const { bestBlockAt, at } = latest.metrics;
  return (
    <>
      {bestBlockAt === null ? 'measured' : 'block'} <Time at={bestBlockAt ?? at} everySeconds={1} isPast />
    </>
  );
};
