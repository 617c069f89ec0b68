import { knowsNetwork } from './clients/catalog.ts';
import type { ConfigIssue, NodeConfig } from './node-config.ts';
import { isIP } from './option-value.ts';
import { type ReadOverride, readOverrides } from './read-overrides.ts';
import { checkResources } from './resources.ts';
import { checkSignet } from './signet.ts';
import { checkTor, whyNotWithTor } from './tor.ts';

/** Returns every fault of a configuration; empty for a valid one. */
export function checkConfig(config: NodeConfig): ConfigIssue[] {
  const { client, clientVersion, network } = config;
  // bitcoind exits if it does not know its network.
  const unknown = `${client} ${clientVersion} does not support ${network}: choose a later version`;
  const networkIssues = knowsNetwork(config, network) ? [] : [{ path: ['clientVersion'], message: unknown }];
  const { read, issues } = readOverrides(config);
  const resources = checkResources(config.resources).map(({ path, message }) => ({
    path: ['resources', ...path],
    message,
  }));
  return [
    ...networkIssues,
    ...checkSignet(config.signet ?? null, network),
    ...checkTor(config.tor ?? null, isIP),
    ...resources,
    ...issues,
    ...contradictions(config, read),
    ...(config.tor == null ? [] : read.flatMap(besideTor)),
  ];
}

function besideTor(override: ReadOverride): ConfigIssue[] {
  const reason = override.withoutEffect ? null : whyNotWithTor(override);
  return reason === null ? [] : [{ path: ['overrides', override.index, 'key'], message: `${override.base} ${reason}` }];
}

/** Combinations that bitcoind refuses (src/init.cpp, AppInitParameterInteraction). */
function contradictions({ nodeType }: NodeConfig, read: readonly ReadOverride[]): ConfigIssue[] {
  const find = (key: string) => read.find(({ base }) => base === key);
  const isOn = (key: string) => (find(key)?.value ?? '0') !== '0';
  const issues: ConfigIssue[] = [];
  const report = (key: string, message: string) => {
    const found = find(key);
    if (found !== undefined) issues.push({ path: ['overrides', found.index, 'value'], message });
  };
  if (nodeType === 'pruned' && isOn('txindex')) {
    const reason = 'bitcoind cannot keep a transaction index of pruned blocks';
    report('txindex', `${reason}: choose node type full, or remove txindex`);
  }
  if (nodeType === 'pruned' && isOn('txospenderindex')) {
    report(
      'txospenderindex',
      'bitcoind cannot keep an index of spending transactions of pruned blocks: choose node type full',
    );
  }
  if (nodeType === 'pruned' && find('prune')?.value === '0') {
    report('prune', 'a pruned node needs a target of at least 550 MiB; set one, or choose node type full');
  }
  if (nodeType === 'full' && isOn('prune')) {
    report('prune', 'a full node keeps all blocks: choose node type pruned, or remove prune');
  }
  if (isOn('peerblockfilters') && !isOn('blockfilterindex')) {
    report('peerblockfilters', 'bitcoind serves filters only from its index: set blockfilterindex=1 too');
  }
  return issues;
}
