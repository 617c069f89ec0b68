import type { ConsequenceKind } from '../../src/bitcoin/consequences.ts';
import type { NodeWish } from '../../src/bitcoin/node-changes.ts';

/** The desired state of a running full node on regtest; each test changes what it covers. */
export const wish = (changes: Partial<NodeWish>): NodeWish => ({
  name: 'one',
  desiredState: 'running',
  network: 'regtest',
  client: 'bitcoind',
  clientVersion: '28.1',
  nodeType: 'full',
  resources: { cpuCores: 1, memoryMiB: 1024, diskGiB: 5 },
  overrides: [],
  ...changes,
});

const set = (key: string, value: string) => ({ overrides: [{ key, value }] });

interface ChangeCase {
  what: string;
  from: Partial<NodeWish>;
  to: Partial<NodeWish>;
  /** The kinds of consequences, by the field that changes. */
  expected: Record<string, ConsequenceKind[]>;
}

/** Changes of a node with their consequences. */
export const changeCases: ChangeCase[] = [
  { what: 'stays as it is', from: {}, to: {}, expected: {} },
  { what: 'gets another name', from: {}, to: { name: 'two' }, expected: { name: ['nothing'] } },
  {
    what: 'gets more disk',
    from: {},
    to: { resources: { cpuCores: 1, memoryMiB: 1024, diskGiB: 9 } },
    expected: { 'resources.diskGiB': ['nothing'] },
  },
  {
    what: 'gets more memory and fewer cores',
    from: {},
    to: { resources: { cpuCores: 0.5, memoryMiB: 2048, diskGiB: 5 } },
    expected: { 'resources.cpuCores': ['new_container'], 'resources.memoryMiB': ['new_container'] },
  },
  { what: 'is stopped', from: {}, to: { desiredState: 'stopped' }, expected: { desiredState: ['stops'] } },
  { what: 'is started', from: { desiredState: 'stopped' }, to: {}, expected: { desiredState: ['starts'] } },
  {
    what: 'is raised to a newer version',
    from: { clientVersion: '27.0' },
    to: {},
    expected: { clientVersion: ['new_container', 'default_changes', 'behavior_changes'] },
  },
  {
    what: 'is lowered within what reads its data',
    from: {},
    to: { clientVersion: '28.0' },
    expected: { clientVersion: ['new_container'] },
  },
  {
    what: 'is lowered to what does not read its data',
    from: { data: { begunWith: '28.0', obfuscated: null } },
    to: { clientVersion: '27.0' },
    expected: { clientVersion: ['new_container', 'data_may_be_unreadable', 'default_changes'] },
  },
  {
    what: 'goes back to what began its data',
    from: { data: { begunWith: '27.0', obfuscated: null } },
    to: { clientVersion: '27.0' },
    expected: { clientVersion: ['new_container', 'version_lowered', 'default_changes'] },
  },
  {
    what: 'is lowered before it has data',
    from: { data: null },
    to: { clientVersion: '27.0' },
    expected: { clientVersion: ['new_container', 'default_changes'] },
  },
  {
    what: 'begins to prune by its type',
    from: {},
    to: { nodeType: 'pruned' },
    expected: { nodeType: ['new_container', 'irreversible'] },
  },
  {
    what: 'would get its pruned blocks back',
    from: { nodeType: 'pruned' },
    to: {},
    expected: { nodeType: ['new_container', 'builds_index', 'needs_missing_data'] },
  },
  {
    what: 'prunes more',
    from: { nodeType: 'pruned', ...set('prune', '9000') },
    to: { nodeType: 'pruned', ...set('prune', '600') },
    expected: { 'overrides.prune': ['new_container', 'irreversible'] },
  },
  {
    what: 'prunes less',
    from: { nodeType: 'pruned', ...set('prune', '600') },
    to: { nodeType: 'pruned', ...set('prune', '9000') },
    expected: { 'overrides.prune': ['new_container'] },
  },
  {
    what: 'gets an index',
    from: {},
    to: set('coinstatsindex', '1'),
    expected: { 'overrides.coinstatsindex': ['new_container', 'builds_index'] },
  },
  {
    what: 'gets an index in another spelling, beside a larger cache',
    from: {},
    to: {
      overrides: [
        { key: 'dbcache', value: '512' },
        { key: 'regtest.blockfilterindex', value: '1' },
      ],
    },
    expected: {
      'overrides.dbcache': ['new_container'],
      'overrides.regtest.blockfilterindex': ['new_container', 'builds_index'],
    },
  },
  {
    what: 'gets its transaction index back',
    from: set('txindex', '0'),
    to: {},
    expected: { 'overrides.txindex': ['new_container', 'builds_index'] },
  },
  {
    what: 'loses an index',
    from: set('coinstatsindex', '1'),
    to: {},
    expected: { 'overrides.coinstatsindex': ['new_container'] },
  },
  {
    what: 'would get an index of blocks that it pruned',
    from: { nodeType: 'pruned' },
    to: { nodeType: 'pruned', ...set('blockfilterindex', '1') },
    expected: { 'overrides.blockfilterindex': ['new_container', 'needs_missing_data'] },
  },
  {
    what: 'is to rebuild its chain',
    from: {},
    to: set('reindex', '1'),
    expected: { 'overrides.reindex': ['new_container', 'rebuilds_chain'] },
  },
  {
    what: 'has its overrides in another order',
    from: {
      overrides: [
        { key: 'par', value: '1' },
        { key: 'dbcache', value: '512' },
      ],
    },
    to: {
      overrides: [
        { key: 'dbcache', value: '512' },
        { key: 'par', value: '1' },
      ],
    },
    expected: { overrides: ['new_container'] },
  },
];
