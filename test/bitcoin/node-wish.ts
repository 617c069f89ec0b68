import type { ConsequenceKind } from '../../src/bitcoin/consequences.ts';
import type { NodeWish } from '../../src/bitcoin/node-changes.ts';
import type { NodeTor } from '../../src/bitcoin/node-config.ts';
import { configWith } from './config.ts';

/** The desired state of a running full node on regtest; each test changes what it covers. */
export const wish = (changes: Partial<NodeWish>): NodeWish => ({
  ...configWith([]),
  ...{ name: 'one', desiredState: 'running', ...changes },
});

const set = (...pairs: string[]) => ({
  overrides: pairs.map((pair) => ({ key: pair.split('=')[0] ?? '', value: pair.split('=')[1] ?? '' })),
});
const version = (clientVersion: string) => ({ clientVersion });
const begunWith = (begun: string) => ({ data: { begunWith: begun, obfuscated: null } });
const resources = (cpuCores: number, memoryMiB: number, diskGiB: number) => ({
  resources: { cpuCores, memoryMiB, diskGiB },
});
const pruned = { nodeType: 'pruned' as const };
const stopped = { desiredState: 'stopped' as const };
const renewed = 'new_container';
const tor: NodeTor = { mode: 'own', proxy: '172.17.0.1:9050', onionAddress: null };
const cores = { 'resources.cpuCores': [renewed], 'resources.memoryMiB': [renewed] } as const;
const back = { clientVersion: [renewed, 'version_lowered', 'default_changes'] } as const;
const prunes = (mib: number) => ({ ...pruned, ...set(`prune=${mib}`) });
const unread = [renewed, 'data_may_be_unreadable', 'default_changes'] as const;
const beside = {
  'overrides.dbcache': [renewed],
  'overrides.regtest.blockfilterindex': [renewed, 'builds_index'],
} as const;
const missing = { nodeType: [renewed, 'builds_index', 'needs_missing_data'] } as const;
const lacking = { 'overrides.blockfilterindex': [renewed, 'needs_missing_data'] } as const;

type Consequences = Readonly<Record<string, readonly ConsequenceKind[]>>;

const cases: [what: string, from: Partial<NodeWish>, to: Partial<NodeWish>, expected: Consequences][] = [
  ['stays as it is', {}, {}, {}],
  ['gets another name', {}, { name: 'two' }, { name: ['nothing'] }],
  ['gets and loses labels', { labels: { a: '1', b: '2' } }, { labels: { b: '2' } }, { 'labels.a': ['nothing'] }],
  ['gets more disk', {}, resources(1, 1024, 9), { 'resources.diskGiB': ['nothing'] }],
  ['gets more memory and fewer cores', {}, resources(0.5, 2048, 5), cores],
  ['is stopped', {}, stopped, { desiredState: ['stops'] }],
  ['is started', stopped, {}, { desiredState: ['starts'] }],
  ['is raised', version('27.0'), {}, { clientVersion: [renewed, 'default_changes', 'behavior_changes'] }],
  ['is lowered within what reads its data', {}, version('28.0'), { clientVersion: [renewed] }],
  ['is lowered to what does not read its data', begunWith('28.0'), version('27.0'), { clientVersion: unread }],
  ['goes back to what began its data', begunWith('27.0'), version('27.0'), back],
  ['is lowered before data', { data: null }, version('27.0'), { clientVersion: [renewed, 'default_changes'] }],
  ['gets a Tor', {}, { tor }, { tor: [renewed, 'behavior_changes'] }],
  [
    'gets another proxy',
    { tor },
    { tor: { ...tor, proxy: '172.17.0.1:9150' } },
    { tor: [renewed, 'behavior_changes'] },
  ],
  ['loses its Tor', { tor }, { tor: null }, { tor: [renewed, 'behavior_changes'] }],
  ['begins to prune by its type', {}, pruned, { nodeType: [renewed, 'irreversible'] }],
  ['would get its pruned blocks back', pruned, {}, missing],
  ['prunes more', prunes(9000), prunes(600), { 'overrides.prune': [renewed, 'irreversible'] }],
  ['prunes less', prunes(600), prunes(9000), { 'overrides.prune': [renewed] }],
  ['gets an index', {}, set('coinstatsindex=1'), { 'overrides.coinstatsindex': [renewed, 'builds_index'] }],
  ['gets an index in another spelling', {}, set('dbcache=512', 'regtest.blockfilterindex=1'), beside],
  ['gets txindex back', set('txindex=0'), {}, { 'overrides.txindex': [renewed, 'builds_index'] }],
  ['loses an index', set('coinstatsindex=1'), {}, { 'overrides.coinstatsindex': [renewed] }],
  ['would get an index of pruned blocks', pruned, { ...pruned, ...set('blockfilterindex=1') }, lacking],
  ['is to rebuild its chain', {}, set('reindex=1'), { 'overrides.reindex': [renewed, 'rebuilds_chain'] }],
  ['has another order', set('par=1', 'dbcache=512'), set('dbcache=512', 'par=1'), { overrides: [renewed] }],
];

/** Changes of a node with the kinds of their consequences, by the field that changes. */
export const changeCases = cases.map(([what, from, to, expected]) => ({ what, from, to, expected }));
