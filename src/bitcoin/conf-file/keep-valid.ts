import { checkConfig } from '../check-config.ts';
import { checkOverrides, faultsAlone } from '../check-overrides.ts';
import type { ConfigIssue, ConfigOverride, NodeConfig } from '../node-config.ts';
import { nodeSettings } from '../node-settings.ts';
import { maxOverrides, readOverrides } from '../read-overrides.ts';
import { isSecretKey } from '../secret-keys.ts';
import { zmqTopicOf } from '../zmq.ts';
import type { Candidate } from './override-candidates.ts';
import type { Judge } from './verdict.ts';

/** Judges the candidates, and returns the overrides that are valid together: bitcoind takes each of them. */
export function keepValid(candidates: readonly Candidate[], config: NodeConfig, judge: Judge): ConfigOverride[] {
  for (const { number } of candidates.slice(maxOverrides))
    judge(number, 'dropped', `a node has at most ${maxOverrides} overrides`);
  let left = candidates.slice(0, maxOverrides);
  for (;;) {
    const overrides = left.map(({ override }) => override);
    const faults = faultsOf({ ...config, overrides });
    if (faults.size === 0) {
      judgeKept(left, { ...config, overrides }, judge);
      return overrides;
    }
    for (const [index, message] of faults) {
      const candidate = left[index];
      if (candidate !== undefined) judge(candidate.number, 'dropped', `${message}${exposure(candidate.override.key)}`);
    }
    left = left.filter((_candidate, index) => !faults.has(index));
  }
}

/** Names the price of a dropped line that hides the node’s address. */
const exposure = (key: string): string =>
  /^(proxy|onion|onlynet|privatebroadcast)$/.test(key) ? '; without it the node may connect to peers directly' : '';

/**
 * Returns the faults of overrides by their index: all of those that have one on their own, or else those of the first
 * key that contradicts another one, which is valid without it.
 */
function faultsOf(config: NodeConfig): Map<number, string> {
  const byIndex = (issues: readonly ConfigIssue[]) =>
    issues.flatMap(({ path, message }): [number, string][] =>
      path[0] === 'overrides' && typeof path[1] === 'number' ? [[path[1], message]] : [],
    );
  const alone = byIndex([...readOverrides(config).issues, ...faultsAlone(config)]);
  if (alone.length > 0) return new Map(alone);
  const together = byIndex([...checkConfig(config), ...checkOverrides(config, null)]);
  const keyAt = (index: number | undefined) => config.overrides[index ?? -1]?.key;
  const key = keyAt(together[0]?.[0]);
  return new Map(together.filter(([index]) => keyAt(index) === key));
}

function judgeKept(kept: readonly Candidate[], config: NodeConfig, judge: Judge): void {
  const notes = new Map(nodeSettings(config).flatMap(({ key, note }) => (note === null ? [] : [[key, note] as const])));
  for (const { number, override, translation } of kept) {
    const { key, value } = override;
    // The translation of these says the same.
    const note = key === 'prune' || zmqTopicOf(key) !== undefined ? null : (notes.get(key) ?? ownNote(key));
    const reason = [translation, note].filter(Boolean).join('; ');
    const field = { field: `overrides.${key}`, value: isSecretKey(key) ? null : value };
    const becomes = key === 'prune' ? [{ field: 'nodeType', value: config.nodeType }, field] : [field];
    judge(number, translation === null ? 'kept' : 'translated', reason || null, becomes);
  }
}

const ownNote = (key: string): string | null =>
  key === 'wallet' ? 'loads the wallet if the node has it: wallet files are not copied' : null;
