import { describe, expect, test } from 'vitest';
import {
  beforeBulk,
  beforeVersion,
  lowered,
  type NodeRow,
  versionChoices,
} from '../../../../src/console/pages/nodes/bulk.ts';
import { isColumnShown } from '../../../../src/console/pages/nodes/kept-columns.ts';

const node = (name: string, desiredState: NodeRow['desiredState']) =>
  ({ id: name, name, desiredState, status: { phase: 'running', reason: null } }) as NodeRow;
const nodes = [node('runs', 'running'), node('rests', 'stopped'), node('goes', 'deleted')];

test.each([
  ['start', ['skipped', 'pending', 'skipped']],
  ['stop', ['pending', 'skipped', 'skipped']],
  ['restart', ['pending', 'skipped', 'skipped']],
] as const)('leaves out the nodes for which it makes no sense: %s', (act, outcomes) => {
  const results = beforeBulk(nodes, act);
  expect(results.map(({ outcome }) => outcome)).toEqual(outcomes);
  for (const { outcome, reason } of results) expect(reason === null).toBe(outcome === 'pending');
});

describe('a version for many nodes', () => {
  const at = (name: string, executor: string, clientVersion: string) => ({
    ...({ id: name, name, client: 'bitcoind', clientVersion, executor: { id: executor } } as const),
    desiredState: name === 'goes' ? ('deleted' as const) : ('running' as const),
  });
  const nodes = [at('old', 'a', '9.2'), at('new', 'a', '28.1'), at('else', 'b', '28.0'), at('goes', 'a', '9.2')];
  const core = (version: string) => ({ client: 'bitcoind' as const, version });
  const offers = new Map([
    ['a', [core('28.1'), core('9.2'), { client: 'knots' as const, version: '29.3' }]],
    ['b', [core('28.0')]],
  ]);

  test('is one that their executors offer, and that some of them do not have', () => {
    expect(versionChoices(nodes, offers)).toEqual([
      { version: '28.1', count: 1 },
      { version: '9.2', count: 1 },
    ]);
  });

  test('says before what becomes of each, and why of those that are left out', () => {
    const before = beforeVersion(nodes, '28.1', { offers, judgements: new Map() });
    expect(before.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['pending', '9.2 → 28.1'],
      ['skipped', 'Already on this version.'],
      ['skipped', 'Host does not support this version.'],
      ['skipped', 'Being deleted.'],
    ]);
  });

  test('is judged by the control plane where it is lower, by number and not by letter', () => {
    expect(lowered(nodes, '28.1', offers)).toEqual([]);
    expect(lowered(nodes, '9.2', offers)).toEqual(['new']);
    const judgements = new Map([['new', '9.2 cannot read its data']]);
    expect(beforeVersion(nodes, '9.2', { offers, judgements })[1]).toMatchObject({
      ...{ outcome: 'skipped', reason: '9.2 cannot read its data' },
    });
  });
});

test.each([
  ['by default', {}, [true, false]],
  ['once chosen', { peers: false, nodeType: true }, [false, true]],
  ['with other kept values', { peers: 'no', nodeType: 1 }, [true, false]],
  ['with something else kept', '{' as never, [true, false]],
  ['with nothing kept', null, [true, false]],
])('columns are shown %s', (_what, kept, are) => {
  const columns = [{ id: 'peers' }, { id: 'nodeType', isExtra: true }];
  expect(columns.map((column) => isColumnShown(kept, column))).toEqual(are);
});
