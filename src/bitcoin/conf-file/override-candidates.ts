import { catalogNote, type OptionCatalog } from '../clients/catalog.ts';
import type { ConfigOverride, NodeConfig } from '../node-config.ts';
import { reasonProtected } from '../protected-keys.ts';
import { readOverrides } from '../read-overrides.ts';
import { unknownKeyNote } from '../setting-notes.ts';
import { isBoolean } from '../typed-overrides.ts';
import { zmqTopicOf } from '../zmq.ts';
import type { NumberedSetting } from './effective-settings.ts';
import { isOn } from './network-of-conf.ts';
import type { ConfSetting } from './parse-conf.ts';
import type { Judge } from './verdict.ts';

/** An override that a line becomes. */
export interface Candidate {
  number: number;
  override: ConfigOverride;
  /** Why it differs from the line; null if it does not. */
  translation: string | null;
}

/** The target of a `prune` as bitcoind reads it, and 0 for text. */
export const pruneTarget = ({ value, negated }: ConfSetting): number => (negated ? 0 : Number.parseInt(value, 10) || 0);

/** Returns the override that a setting becomes; null, and its verdict, for one that becomes none. */
export function candidateOf(
  setting: NumberedSetting,
  config: NodeConfig,
  catalog: OptionCatalog,
  judge: Judge,
): Candidate | null {
  const { number, base, negated, value } = setting;
  const key = negated ? `no${base}` : base;
  if (!/^[a-z0-9-]+$/.test(base)) {
    const lower = catalog.find(base.toLowerCase())?.key;
    const why = lower === undefined ? 'not a key, so bitcoind ignores it' : `bitcoind ignores it: write ${lower}`;
    judge(number, 'without_effect', why);
    return null;
  }
  const reason = protectedReason(base);
  if (reason !== undefined) {
    const [read] = readOverrides({ ...config, overrides: [{ key, value }] }).read;
    if (read?.withoutEffect)
      judge(number, 'without_effect', 'every node has this anyway, or it means nothing in a container');
    else judge(number, 'dropped', reason);
    return null;
  }
  const unknown = unknownKeyNote(base, config);
  // A version newer than every known one may know it.
  if (unknown !== null && catalogNote(config) === null) {
    judge(number, 'without_effect', unknown);
    return null;
  }
  if (base === 'prune') return pruneCandidate(setting, config, judge);
  if (base === 'txindex') {
    const isFull = config.nodeType === 'full';
    if (isOn(setting) === isFull && /^[01]$/.test(value)) {
      const why = isFull ? 'a full node keeps the transaction index' : 'a pruned node keeps no transaction index';
      judge(number, 'translated', why, [{ field: 'nodeType', value: config.nodeType }]);
      return null;
    }
  }
  return { number, ...translated(key, setting, catalog) };
}

function pruneCandidate(setting: NumberedSetting, { nodeType }: NodeConfig, judge: Judge): Candidate | null {
  const { number, value } = setting;
  const target = pruneTarget(setting);
  const asType = { field: 'nodeType', value: nodeType };
  if (target > 0 !== (nodeType === 'pruned')) {
    judge(number, 'dropped', `the requested node type is ${nodeType}`);
    return null;
  }
  if (target === 0) {
    const isText = !setting.negated && !/^0+$/.test(value);
    judge(number, isText ? 'dropped' : 'translated', isText ? 'bitcoind reads it as 0: keeps all blocks' : null, [
      asType,
    ]);
    return null;
  }
  const translation = target === 1 ? 'blocks are pruned by RPC only' : `keeps ${target} MiB of blocks`;
  return { number, override: { key: 'prune', value }, translation };
}

const quoted = /^(["'])(.*)\1$/;

/** Returns a setting as an override, in the form that the platform takes. */
function translated(
  key: string,
  { base, negated, value }: ConfSetting,
  catalog: OptionCatalog,
): Omit<Candidate, 'number'> {
  const as = (other: string, translation: string | null) => ({ override: { key, value: other }, translation });
  const option = catalog.find(base);
  if (zmqTopicOf(base) !== undefined && !negated && !/^[01]$/.test(value))
    return as('1', 'the host’s agent chooses the address, which the node’s endpoints show');
  const inside = quoted.exec(value)?.[2];
  const isText = option === undefined || option.type === 'text' || option.type === 'path';
  if (inside !== undefined && !isText)
    return as(inside, 'without the quotes, which bitcoind would read as part of the value');
  if (value === '' && option?.type === 'boolean') return as('1', 'bitcoind reads an empty value as 1');
  if (!negated && isBoolean(base) && /^true$/i.test(value))
    return as('1', 'bitcoind itself reads the word “true” as 0, which is off');
  return as(value, null);
}

/** What is in the file that a node of the platform has from the platform, in words for its owner. */
const reasons: Readonly<Record<string, string>> = {
  includeconf: 'the included file is not part of this text: put its lines here instead',
};
const ofUsers = /^rpc(user|password|auth|authfile|cookiefile|cookieperms|whitelist|whitelistdefault)$/;

function protectedReason(base: string): string | undefined {
  if (Object.hasOwn(reasons, base)) return reasons[base];
  const reason = reasonProtected(base);
  if (reason === undefined || !ofUsers.test(base)) return reason;
  return `${reason}: give them to the programs that use this node; users of the file are not taken over`;
}
