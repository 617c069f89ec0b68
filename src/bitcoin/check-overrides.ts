import { optionCatalogue } from './clients/catalogue.ts';
import type { ConfigIssue, ConfigOverride, NodeConfig } from './node-config.ts';
import { faultOfValue } from './option-value.ts';
import { overrideConflicts } from './override-conflicts.ts';
import { reasonRefused } from './protected-keys.ts';
import { type ReadOverride, readOverrides } from './read-overrides.ts';
import { isTyped } from './typed-overrides.ts';
import { zmqTopicOf } from './zmq.ts';

/**
 * Returns every fault of new and changed overrides, beyond those that `checkConfig` finds. Only the control plane calls
 * this: an override accepted earlier is checked again only when it changes, and its node keeps running on every host.
 */
export function checkOverrides(config: NodeConfig, current: CurrentConfig | null): ConfigIssue[] {
  const { read } = readOverrides(config);
  const before = new Set(current?.overrides.map(identity));
  const isNew = ({ index }: ReadOverride): boolean => {
    const given = config.overrides[index];
    return given !== undefined && !before.has(identity(given));
  };
  // A key that the previous version ignored may stop another one.
  const former = { ...config, clientVersion: current?.clientVersion ?? config.clientVersion };
  const isFaultOfVersion = (override: ReadOverride): boolean =>
    former.clientVersion !== config.clientVersion &&
    faultOf(override, former).length === 0 &&
    faultOf(override, config).length > 0;
  const judged = read.filter((override) => isNew(override) || isFaultOfVersion(override));
  const faults = judged.flatMap((override) => faultOf(override, config));
  // Each fault is reported once.
  const isJudged = ({ index }: ReadOverride): boolean =>
    judged.some((each) => each.index === index) && !faults.some(({ path }) => path[1] === index);
  const conflicts = overrideConflicts(read, config, current !== null).filter(({ override }) => isJudged(override));
  return [
    ...faults,
    ...conflicts.map(({ override, message }) => ({ path: ['overrides', override.index, 'value'], message })),
  ];
}

/** A node before a change; one without a version keeps its version. */
type CurrentConfig = Pick<NodeConfig, 'overrides'> & Partial<Pick<NodeConfig, 'clientVersion'>>;

const identity = ({ key, value }: ConfigOverride): string => JSON.stringify([key, value]);

function faultOf({ key, base, value, index }: ReadOverride, config: NodeConfig): ConfigIssue[] {
  const refused = reasonRefused(base);
  if (refused !== undefined) return [{ path: ['overrides', index, 'key'], message: `${base}: ${refused}; remove it` }];
  const option = optionCatalogue(config).find(base);
  // The version ignores unknown keys, which a note points out; typed keys are checked where they are parsed.
  if (option === undefined || isTyped(base)) return [];
  const isNegated = key !== base;
  if (isNegated) {
    const hasValues = ['integer', 'amount', 'hex', 'choice'].includes(option.type) || zmqTopicOf(base) !== undefined;
    const needsValue = hasValues && !option.repeatable;
    return needsValue
      ? [{ path: ['overrides', index, 'key'], message: `no${base} has no meaning; set ${base} to a value instead` }]
      : [];
  }
  const fault = faultOfValue(base, option, value, config.network);
  return fault === null ? [] : [{ path: ['overrides', index, 'value'], message: `${base} ${fault}` }];
}
