import { beforeAll, describe, expect, test } from 'vitest';
import { healthOrder } from '../../../../src/contract/health.ts';
import { phases } from '../../../../src/contract/phases.ts';
import type { NodeHealthState, NodePhase } from '../../../../src/contract/types.generated.ts';
import { shownHealth } from '../../../../src/control-plane/fleet/inventory/where.ts';
import { countNodes, findNodes, listedOf } from '../../../../src/control-plane/nodes/find-nodes.ts';
import { judgeHealth } from '../../../../src/control-plane/nodes/node-health.ts';
import { deliveredState, statusOf } from '../../../../src/control-plane/nodes/node-status.ts';
import { eq } from '../../../../src/control-plane/platform/database/database.ts';
import { nodeWatch } from '../../../../src/control-plane/tables/incidents.ts';
import { nodeListing } from '../../../../src/control-plane/tables/nodes.ts';
import { insertIncident } from '../../../harness/incident-rows.ts';
import { insertExecutor, insertNode, insertOrganization, nodeRow } from '../../../harness/rows.ts';
import { sample } from '../../../harness/sample.ts';
import { sharedDatabase } from '../../../harness/shared-control-plane.ts';

const since = new Date(0).toISOString();
const branch = { forkHeight: 800, isEven: false };
const watch = { bestBlockHash: 'a', tipSince: 0, height: 900, headers: 900, progressSince: 0, tips: [] };
const drain = { reason: 'new kernel', by: 'Ann', at: since, ownsCordon: true, completedAt: null };

interface Case {
  host: 'online' | 'offline' | 'drained';
  phase: NodePhase | null;
  desiredState: 'running' | 'stopped' | 'deleted';
  hasProblem: boolean;
  isOnBranch: boolean;
}

const cases = (['online', 'offline', 'drained'] as const).flatMap((host) =>
  [null, ...phases.filter((phase) => phase !== 'unknown' && phase !== 'deleted')].flatMap((phase) =>
    (['running', 'stopped', 'deleted'] as const).flatMap((desiredState) =>
      [false, true].flatMap((hasProblem) =>
        [false, true].map((isOnBranch): Case => ({ host, phase, desiredState, hasProblem, isOnBranch })),
      ),
    ),
  ),
);

/** Judges a case as the API does, from its latest sample at the tip. */
function judgedState({ host, phase, desiredState, hasProblem, isOnBranch }: Case): NodeHealthState {
  const now = new Date();
  const executor = { name: 'host', online: host !== 'offline', lastSeenAt: now, uninstalledAt: null };
  const observed = phase === null ? null : { id: '', phase, since, reason: null };
  const status = statusOf({ observed, observedAt: now, createdAt: now, executor });
  const isShown = host !== 'offline' && phase !== null;
  return judgeHealth({
    ...{ network: 'mainnet', phase: status.phase, networkHeight: 900, now, metricsAt: now },
    desiredState: deliveredState(desiredState, host === 'drained' ? drain : null),
    problems: isShown && hasProblem ? [{ code: 'no_peers', reason: 'No peers.' }] : [],
    branch: isOnBranch ? { ...branch, incidentId: null } : null,
    metrics: { ...sample(900), initialBlockDownload: false },
  }).state;
}

describe('the health of a node in SQL', () => {
  const database = sharedDatabase();
  const byName = new Map(cases.map((each, index) => [`node-${index}`, each]));
  let organizationId: string;

  beforeAll(async () => {
    organizationId = await insertOrganization(database);
    const hosts = {
      online: await insertExecutor(database, organizationId, { name: 'online' }),
      offline: await insertExecutor(database, organizationId, { name: 'offline', online: false }),
      drained: await insertExecutor(database, organizationId, { name: 'drained', drain }),
    };
    for (const [name, { host, phase, desiredState, hasProblem, isOnBranch }] of byName) {
      const problems = hasProblem ? [{ code: 'no_peers', reason: '', since }] : [];
      const observed = phase === null ? null : { id: '', phase, since, reason: null, problems };
      const place = { organizationId, executorId: hosts[host] };
      const nodeId = await insertNode(database, place, { ...nodeRow(place), name, desiredState, observed });
      if (isOnBranch) await database.insert(nodeWatch).values({ organizationId, nodeId, chain: { ...watch, branch } });
    }
  });

  test('is that of the judge for every combination of what it reads', async () => {
    const rows = await database
      .select({ name: nodeListing.name, state: shownHealth })
      .from(nodeListing)
      .where(eq(nodeListing.organizationId, organizationId));
    expect(rows).toHaveLength(cases.length);
    const judged = rows.map(({ name }) => {
      const found = byName.get(name);
      return { name, state: found === undefined ? null : judgedState(found), case: found };
    });
    expect(rows.map((row) => ({ ...row, case: byName.get(row.name) }))).toEqual(judged);
  });

  test('is counted, the most urgent first', async () => {
    const { byHealth, total } = await countNodes(database, listedOf(organizationId, null));
    const expected = Map.groupBy(cases, judgedState);
    expect(total).toBe(cases.length);
    expect(byHealth).toEqual(
      healthOrder.flatMap((state) => {
        const nodes = expected.get(state)?.length ?? 0;
        return nodes === 0 ? [] : [{ state, nodes }];
      }),
    );
  });
});

describe('the filter by an open incident', () => {
  const database = sharedDatabase();

  test('finds the nodes with an open incident of the rule', async () => {
    const organizationId = await insertOrganization(database);
    const place = { organizationId, executorId: await insertExecutor(database, organizationId) };
    const [open, closed] = [
      await insertNode(database, place, { name: 'open' }),
      await insertNode(database, place, { name: 'closed' }),
    ];
    await insertNode(database, place, { name: 'without' });
    const row = {
      organizationId,
      code: 'client_vulnerable',
      severity: 'critical',
      message: '',
      data: {},
      subjectType: 'node',
      subjectName: '',
      startedAt: new Date(),
      updatedAt: new Date(),
    } as const;
    await insertIncident(database, { ...row, subjectId: open, status: 'open' });
    await insertIncident(database, { ...row, subjectId: closed, status: 'closed' });
    const found = await findNodes(database, listedOf(organizationId, { incidents: { has: 'client_vulnerable' } }), {
      take: 10,
      skip: 0,
    });
    expect(found.map(({ name }) => name)).toEqual(['open']);
  });
});
