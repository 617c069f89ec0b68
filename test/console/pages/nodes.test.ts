import { describe, expect, test } from 'vitest';
import { plannedResults, requestedResults, versionChoices } from '../../../src/console/pages/nodes/bulk.ts';
import { isColumnShown } from '../../../src/console/pages/nodes/kept-columns.ts';

describe('a version for many nodes', () => {
  const at = (name: string, executor: string, clientVersion: string) => ({
    ...({ id: name, name, client: 'bitcoind', clientVersion, executor: { id: executor } } as const),
    desiredState: name === 'goes' ? ('deleted' as const) : ('running' as const),
  });
  const nodes = [at('old', 'a', '9.2'), at('new', 'a', '28.1'), at('else', 'b', '28.0'), at('goes', 'a', '9.2')];
  const lifecycle = (version: string) => ({ summary: version, warning: version === '9.2' ? 'old' : null });
  const core = (version: string) => ({ client: 'bitcoind' as const, version, lifecycle: lifecycle(version) });
  const offers = new Map([
    ['a', [core('28.1'), core('9.2'), { ...core('29.3'), client: 'knots' as const }]],
    ['b', [core('28.0')]],
  ]);

  test('is a version that their hosts offer and some nodes lack, in numeric order', () => {
    expect(versionChoices(nodes, offers)).toEqual(['28.1', '9.2'].map((version) => ({ ...core(version), count: 1 })));
  });

  const changed = { outcome: 'changed' as const, issues: [], changes: [] };
  const refused = {
    outcome: 'refused' as const,
    issues: [{ message: 'not offered' }, { message: 'too low' }],
    changes: [],
  };
  test('shows the planned result of each node, and afterwards the actual one', () => {
    const previews = [
      { id: 'old', ...changed, changes: [{ field: 'clientVersion', from: '9.2', to: '28.1' }] },
      { id: 'new', outcome: 'unchanged' as const, issues: [], changes: [] },
      { id: 'else', ...refused },
    ];
    const planned = plannedResults(nodes, 'version', previews);
    const shown = (results: typeof planned) => results.map(({ outcome, reason }) => `${outcome}: ${reason}`);
    const skipped = ['skipped: Already on this version.', 'skipped: not offered; too low', 'skipped: Node not found.'];
    expect(shown(planned)).toEqual(['pending: version: 9.2 → 28.1', ...skipped]);
    const node = { id: 'old', waitsFor: 'offline' };
    expect(shown(requestedResults(planned, [{ id: 'old', ...changed, node }]))).toEqual([
      'requested: offline',
      ...skipped,
    ]);
    expect(shown(requestedResults(planned, [{ id: 'old', ...refused, node: null }]))[0]).toBe(
      'failed: not offered; too low',
    );
  });

  test('a restart of many leaves stopped nodes alone', () => {
    const stopped = nodes.map((node) => ({ ...node, desiredState: 'stopped' as const }));
    const previews = nodes.map(({ id }) => ({ id, ...changed }));
    expect(new Set(plannedResults(stopped, 'restart', previews).map(({ reason }) => reason))).toEqual(
      new Set(['Stopped. Start the node instead.']),
    );
    expect(plannedResults(stopped, 'start', previews)[0]).toMatchObject({ outcome: 'pending', reason: null });
  });
});

test.each([
  ['once chosen', { peers: false, nodeType: true }, [false, true]],
  ['with other kept values', { peers: 'no', nodeType: 1 }, [true, false]],
  ['with something else kept', '{' as never, [true, false]],
  ['with nothing kept', null, [true, false]],
])('columns are shown %s', (_what, kept, are) => {
  const columns = [{ id: 'peers' }, { id: 'nodeType', isExtra: true }];
  expect(columns.map((column) => isColumnShown(kept, column))).toEqual(are);
});
