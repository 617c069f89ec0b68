import { Group, Text } from '@mantine/core';
import { branchTitle, inTreeOrder, versionsOn } from '../../../contract/branch-tree.ts';
import { formatNumber } from '../../display/format.ts';
import { ForeignLine, PageLink, Tone } from '../../display/text.tsx';
import type { IncidentBranchesQuery } from './operations.generated.ts';

type Branch = NonNullable<NonNullable<IncidentBranchesQuery['notificationIncident']>['branches']>[number];

export const BranchTree = ({ branches }: { branches: readonly Branch[] }) => (
  <ul className="plain branches" aria-label="Branches">
    {inTreeOrder(branches).map(({ branch, depth }) => (
      <li key={`${branch.parent} ${branch.hash}`} data-depth={depth} style={{ marginInlineStart: `${depth * 24}px` }}>
        <OneBranch branch={branch} />
      </li>
    ))}
  </ul>
);

function OneBranch({ branch }: { branch: Branch }) {
  const { parent, forkHeight, firstHash, otherHash, hash, reasons, nodes, nodeCount } = branch;
  const next = forkHeight === null ? null : `Block ${formatNumber(forkHeight + 1)}`;
  return (
    <>
      <Text fw={600} fz="sm">
        <Tone tone={parent === null ? 'good' : 'bad'}>{branchTitle(branch, formatNumber)}</Tone>
      </Text>
      <Hash label="Last block" hash={hash} />
      {next !== null && firstHash !== null && <Hash label={`${next} on this branch`} hash={firstHash} />}
      {next !== null && otherHash !== null && <Hash label={`${next} on the other`} hash={otherHash} />}
      {reasons.map((reason) => (
        <ForeignLine key={reason}>{reason}</ForeignLine>
      ))}
      {nodes.length > 0 && (
        <>
          <Text variant="note">{versionsOn(nodes)}</Text>
          <Group gap="md" mt={2}>
            {nodes.map((node) => (
              <BranchNode key={node.id} node={node} />
            ))}
            {nodeCount > nodes.length && <Text variant="note">and {nodeCount - nodes.length} more</Text>}
          </Group>
        </>
      )}
    </>
  );
}

const Hash = ({ label, hash }: { label: string; hash: string }) => (
  <Text variant="note">
    {label}:{' '}
    <Text span inherit ff="monospace" className="foreign">
      {hash}
    </Text>
  </Text>
);

function BranchNode({ node: { id, name, height, isAnswering, isSyncing } }: { node: Branch['nodes'][number] }) {
  const state = isAnswering ? (isSyncing ? ', syncing' : '') : ', not answering';
  return (
    <Text fz="sm" component="span">
      <PageLink to={`/nodes/${id}`}>{name}</PageLink>{' '}
      <Text span variant="note">
        at {formatNumber(height)}
        {state}
      </Text>
    </Text>
  );
}
