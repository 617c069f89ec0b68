import { chainFacts } from './chain-facts.ts';
import { ofUpgrade, type UpgradedNode } from './clients/upgrade.ts';
import {
  type ChainConsequence,
  type Consequence,
  type LoadedWallets,
  nothingHappens,
  ofChainFacts,
  ofDesiredState,
  ofNewContainer,
  ofTor,
  ofVersion,
} from './consequences.ts';
import type { DataFormat } from './data-format.ts';
import { settingsByKey } from './effective-config.ts';
import type { NodeResources } from './node-config.ts';
import { isSecretKey } from './secret-keys.ts';
import { torText } from './tor.ts';
import { isSameWorkload } from './workload-config.ts';

export interface NodeWish extends UpgradedNode {
  name: string;
  labels?: Readonly<Record<string, string>>;
  desiredState: 'running' | 'stopped';
  /** Whether a change that makes it fail is reverted; undefined if unspecified. */
  revertFailedChange?: boolean;
  /** The format of its chain data; null or undefined if it has none. */
  data?: DataFormat | null;
  loadedWallets?: LoadedWallets;
}

export interface NodeChange {
  /** The field's name in the API, such as `resources.memoryMiB`, `overrides.dbcache` or `labels.team`. */
  field: string;
  /** Null if previously unset, or secret. */
  from: string | null;
  /** Null if no longer set, or secret. */
  to: string | null;
  consequences: Consequence[];
}

/** Returns every change between two states of a node, each with at least one consequence (`nothing`). */
export function nodeChanges(current: NodeWish, next: NodeWish): NodeChange[] {
  const isUp = current.desiredState === 'running' && next.desiredState === 'running';
  const container = (applied: Partial<NodeWish>) =>
    isSameWorkload(current, { ...current, ...applied }) ? [] : [ofNewContainer(isUp, current.loadedWallets)];
  const chain = (applied: Partial<NodeWish>) =>
    ofChainFacts(chainFacts(current), chainFacts({ ...current, ...applied }), current);
  const change = <T>(field: string, from: T, to: T, consequences: () => Consequence[] = () => []): NodeChange[] => {
    if (from === to) return [];
    const found = consequences();
    return [{ field, from: String(from), to: String(to), consequences: found.length > 0 ? found : [nothingHappens] }];
  };
  const { desiredState, clientVersion, nodeType, overrides, resources, tor = null } = next;
  return [
    ...change('name', current.name, next.name),
    ...labelChanges(current, next),
    ...change('desiredState', current.desiredState, desiredState, () => [
      ofDesiredState(desiredState, current.loadedWallets),
    ]),
    ...change('revertFailedChange', current.revertFailedChange, next.revertFailedChange),
    ...change('clientVersion', current.clientVersion, clientVersion, () => [
      ...container({ clientVersion }),
      ...ofVersion(current.data ?? null, current.clientVersion, clientVersion),
      ...ofUpgrade(current, clientVersion),
    ]),
    ...change('tor', torText(current.tor), torText(tor), () => [...container({ tor }), ofTor(tor)]),
    ...change('nodeType', current.nodeType, nodeType, () => [
      ...container({ nodeType }),
      ...chain({ nodeType }).map(shown),
    ]),
    ...(Object.keys(resources) as (keyof NodeResources)[]).flatMap((key) =>
      change(`resources.${key}`, current.resources[key], resources[key], () =>
        container({ resources: { ...current.resources, [key]: resources[key] } }),
      ),
    ),
    ...container({ overrides }).flatMap((restart) => overrideChanges(current, next, restart, chain({ overrides }))),
  ];
}

function labelChanges(current: NodeWish, next: NodeWish): NodeChange[] {
  const before = new Map(Object.entries(current.labels ?? {}));
  const after = new Map(Object.entries(next.labels ?? {}));
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [from = null, to = null] = [before.get(key), after.get(key)];
    return from === to ? [] : [{ field: `labels.${key}`, from, to, consequences: [nothingHappens] }];
  });
}

const shown = ({ key: _key, ...consequence }: ChainConsequence): Consequence => consequence;

/** Checks the overrides together, of which a node may have hundreds. The key that causes a consequence gets it. */
function overrideChanges(
  current: NodeWish,
  next: NodeWish,
  container: Consequence,
  chain: readonly ChainConsequence[],
): NodeChange[] {
  const before = settingsByKey(current.overrides);
  const after = settingsByKey(next.overrides);
  const keys = [...new Set([...before.keys(), ...after.keys()])].filter(
    (key) => before.get(key)?.value !== after.get(key)?.value,
  );
  // Only their order may have changed.
  if (keys.length === 0) return [{ field: 'overrides', from: null, to: null, consequences: [container] }];
  const owner = ({ key }: ChainConsequence) => keys.find((other) => baseOf(other) === key) ?? keys[0];
  return keys.map((key) => ({
    field: `overrides.${key}`,
    from: isSecretKey(key) ? null : (before.get(key)?.value ?? null),
    to: isSecretKey(key) ? null : (after.get(key)?.value ?? null),
    consequences: [container, ...chain.filter((found) => owner(found) === key).map(shown)],
  }));
}

/** Without network and negation. */
const baseOf = (key: string): string => (key.split('.').at(-1) ?? key).replace(/^no/, '');
