import { isDeepStrictEqual } from 'node:util';
import { torOff } from '../../bitcoin/tor.ts';
import { changeOf, type NodeSettings } from '../nodes/change-node.ts';
import type { MemberUpdate } from '../tables/node-rollouts.ts';

const plain = ['name', 'client', 'clientVersion', 'nodeType', 'desiredState', 'revertFailedChange'] as const;
const resources = ['cpuCores', 'memoryMiB', 'diskGiB'] as const;

/**
 * Returns the update that puts back what `update` changes of a node; null if it changes nothing. Only the changed fields,
 * options and labels are named, so that later changes of others stay.
 */
export function restoringUpdate(row: NodeSettings, update: MemberUpdate): MemberUpdate | null {
  const changed = changeOf(row, update);
  const restoring: MemberUpdate = {
    ...pick(row, changed, plain),
    ...(isDeepStrictEqual(row.tor, changed.tor) ? {} : { tor: row.tor ?? torOff }),
    ...named('resources', pick(row, changed, resources)),
    ...restoringOverrides(row.overrides, changed.overrides),
    ...restoringLabels(row.labels, changed.labels),
  };
  return Object.keys(restoring).length === 0 ? null : restoring;
}

const pick = <Key extends keyof NodeSettings>(row: NodeSettings, changed: NodeSettings, keys: readonly Key[]) =>
  Object.fromEntries(keys.filter((key) => row[key] !== changed[key]).map((key) => [key, row[key]]));

const named = <Name extends string, Value extends object>(name: Name, value: Value) =>
  Object.keys(value).length === 0 ? {} : { [name]: value };

/** An option may have several values, which change together. */
function restoringOverrides(before: NodeSettings['overrides'], after: NodeSettings['overrides']): MemberUpdate {
  const [old, latest] = [Map.groupBy(before, ({ key }) => key), Map.groupBy(after, ({ key }) => key)];
  const keys = [...new Set([...old.keys(), ...latest.keys()])].filter(
    (key) => !isDeepStrictEqual(old.get(key), latest.get(key)),
  );
  const set = keys.flatMap((key) => old.get(key) ?? []);
  const unset = keys.filter((key) => !old.has(key));
  return { ...(set.length > 0 ? { setOverrides: set } : {}), ...(unset.length > 0 ? { unsetOverrides: unset } : {}) };
}

function restoringLabels(before: NodeSettings['labels'], after: NodeSettings['labels']): MemberUpdate {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => before[key] !== after[key],
  );
  const set = keys.flatMap((key) => {
    const value = before[key];
    return value === undefined ? [] : [{ key, value }];
  });
  const unset = keys.filter((key) => before[key] === undefined);
  return { ...(set.length > 0 ? { setLabels: set } : {}), ...(unset.length > 0 ? { unsetLabels: unset } : {}) };
}
