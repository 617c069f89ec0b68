import { keepAttempt } from '../../src/control-plane/people/sign-in/single-sign-on/attempts.ts';
import { type Database, sql } from '../../src/control-plane/platform/database/database.ts';
import { withDatabase } from '../../src/control-plane/platform/database/open.ts';
import { auditAction } from '../../src/control-plane/tables/audit.ts';
import { notificationChannel, webhookDelivery } from '../../src/control-plane/tables/channels.ts';
import { quiet, type TestControlPlane } from './control-plane.ts';
import { TestExecutor } from './executor.ts';
import { insertIncident } from './incident-rows.ts';
import { insertNodeRollout } from './node-rollout-rows.ts';
import { TestNodes } from './nodes.ts';
import { insertRelease, insertStoppedRollout } from './release-rows.ts';
import { sample } from './sample.ts';
import { failure, type World } from './world.ts';

const minuteMs = 60_000;
const hours = 24;
const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * minuteMs).toISOString();

interface Course {
  node: string;
  /** The current height, and the blocks per hour that led to it. */
  height: number;
  blocksPerHour: number;
  /** Height of the chain; by default that of the node. */
  tip?: number;
  inbound: number;
  outbound: number;
}

const courses: readonly Course[] = [
  { node: 'signet-a', height: 224_117, blocksPerHour: 6, inbound: 3, outbound: 10 },
  { node: 'signet-b', height: 224_117, blocksPerHour: 6, inbound: 14, outbound: 8 },
  { node: 'signet-new', height: 131_204, blocksPerHour: 5100, tip: 224_117, inbound: 3, outbound: 8 },
  { node: 'regtest-ci', height: 1204, blocksPerHour: 12, inbound: 3, outbound: 8 },
];

const stepMinutes = 5;

export interface LivelyWorld extends World {
  invitationToken: string;
  rolloutId: string;
  nodeRolloutId: string;
}

export async function enliven(controlPlane: TestControlPlane, world: World): Promise<LivelyWorld> {
  const { executor, nodeIds } = world;
  const { organizationId } = controlPlane.made;
  // What made the world is some days old, so that the newest is the last in each list.
  await withDatabase(controlPlane.settings, quiet, async (database) => {
    await database.execute(sql`DELETE FROM event WHERE node_id IS NOT NULL`);
    await database.execute(sql`UPDATE event SET at = at - interval '3 days'`);
    await database.execute(sql`ALTER TABLE audit_action DISABLE TRIGGER USER`);
    await database.execute(sql`UPDATE audit_action SET at = at - interval '3 days'`);
    await database.execute(sql`ALTER TABLE audit_action ENABLE TRIGGER USER`);
    // A person's change of the failing node, before it failed.
    await database.insert(auditAction).values({
      ...{ organizationId, at: new Date(at(15)), actorType: 'user', actorName: 'owner@example.com' },
      ...{ action: 'updateNode', targetType: 'node', targetId: nodeIds['signet-broken'], targetName: 'signet-broken' },
      ...{ before: { clientVersion: '28.0' }, after: { clientVersion: '28.1' } },
    });
  });
  for (const course of courses) await executor.report(measured(executor, nodeIds[course.node] ?? '', course));
  await executor.report(happened(executor, nodeIds));
  await new TestNodes(controlPlane, world.executorId).create('signet-archive-of-the-block-explorer-in-frankfurt', {
    ...{ network: 'signet', resources: { cpuCores: 1, memoryMiB: 1024, diskGiB: 10 }, nodeType: 'pruned' },
  });
  const full = await TestExecutor.withKey(controlPlane, 'porto-3');
  const amount = (total: number, free: number) => ({ total, usedByNodes: 0, free });
  const room = { cpuCores: amount(4, 3), memoryMiB: amount(16_384, 9000), diskGiB: amount(488, 20.5) };
  const { executorId } = (await full.sync({ resources: room })).data.syncExecutor;
  for (const name of [
    'laptop of Rosa',
    'مفتاح الإنتاج',
    `pipeline of ${'the-long-named-service-'.repeat(2)}`,
    'deploy pipeline',
  ])
    await controlPlane.key('personal', name);
  const { inviteMember } = await controlPlane.ask(
    'mutation($input: InvitationCreateInput!) { inviteMember(data: $input) { token } }',
    { input: { email: 'rosa@example.com', role: 'admin' } },
  );
  const served = { name: 'main', network: 'signet', port: 38_330, nodeIds: [nodeIds['signet-a'], nodeIds['signet-b']] };
  const { createEndpoint } = await controlPlane.ask(
    'mutation($data: EndpointCreateInput!) { createEndpoint(data: $data) { endpoint { id } } }',
    { data: { ...served, executorIds: [world.executorId] } },
  );
  await controlPlane.ask('mutation($data: ConsumerCreateInput!) { createConsumer(data: $data) { consumer { id } } }', {
    data: { endpointId: createEndpoint.endpoint.id, name: 'electrs', preset: 'indexer' },
  });
  // None of its nodes has the label.
  const windows = { timeZone: 'Asia/Tokyo', windows: [{ days: ['saturday', 'sunday'], from: '02:00', to: '05:00' }] };
  await controlPlane.ask(
    'mutation($data: MaintenanceScheduleInput!) { setMaintenanceSchedule(data: $data) { schedule { isOpen } } }',
    { data: { label: { key: 'region', value: 'ap' }, windows } },
  );
  const [rolloutId, nodeRolloutId] = await withDatabase(controlPlane.settings, quiet, async (database) => {
    await insertRelease(database, '1.1.0', { notes: 'Chain data can be moved to another disk.' });
    await insertRelease(database, '1.2.0', { notes: 'Faster start, and less memory on small hosts.' });
    await addChannels(database, organizationId);
    await measureHost(database, organizationId, world.executorId);
    await addSignIns(database);
    await addIncidents(database, organizationId, { executorId, nodeId: nodeIds['signet-b'] ?? '' });
    const nodes = ['signet-b', 'signet-a'].map((name) => ({ id: nodeIds[name] ?? '', name }));
    const reason = 'signet-b did not come back: it cannot bind its port.';
    return [
      await insertStoppedRollout(database, organizationId, [
        { id: world.executorId, name: executor.name },
        { id: executorId, name: 'porto-3' },
      ]),
      await insertNodeRollout(database, { organizationId, nodes }, { state: 'stopped', reason }),
    ] as const;
  });
  return { ...world, invitationToken: inviteMember.token, rolloutId, nodeRolloutId };
}

/** Sign-ins at an identity provider: one as it should be, and one without groups. */
async function addSignIns(database: Database): Promise<void> {
  const check = (setting: string, claim: string, isSatisfied: boolean, found: string) => ({
    ...{ setting, claim, isSatisfied, found },
  });
  const ofPerson = [
    check('subject_claim', 'sub', true, 'an identifier'),
    check('email_claim', 'email', true, 'an address'),
    check('trust_email', 'email_verified', true, 'the address is verified'),
  ];
  const groups = ['platform', 'night shift'];
  const well = [
    check('groups_claim', 'groups', true, '2 groups'),
    check('roles', 'groups', true, 'a role in 1 organization'),
  ];
  const claims = ['sub: text', 'email: text', 'email_verified: true'];
  const received = { checks: [...ofPerson, ...well], claims: [...claims, 'groups: list of 2'], groups };
  await keepAttempt(database, received, null);
  const absent = [...ofPerson, check('groups_claim', 'groups', false, 'absent')];
  const refusal = 'Acme did not send your groups, so none gives access here. Ask the operator of the control plane.';
  await keepAttempt(database, { checks: absent, claims, groups: null }, refusal);
}

/** A day of measurements up to the current state of the world, with realistic noise. */
function measured(executor: TestExecutor, nodeId: string, course: Course): object[] {
  const { height, blocksPerHour, tip, inbound, outbound } = course;
  const steps = (hours * 60) / stepMinutes;
  return Array.from({ length: steps }, (_, step) => {
    const left = steps - step;
    const minutesAgo = left * stepMinutes;
    const wave = Math.sin(left / 9) + Math.sin(left / 23) + 0.12 * Math.sin(left * 1.7);
    // Blocks arrive irregularly and never disappear.
    const blocks = Math.floor((minutesAgo / 60) * blocksPerHour + (tip === undefined ? 1.2 * Math.sin(left / 3) : 0));
    const reached = Math.max(0, height - Math.max(0, blocks));
    const data = sample(reached, {
      ...{ at: at(minutesAgo), headers: tip ?? reached, peersOutbound: outbound },
      ...{ peersInbound: Math.max(0, Math.round(inbound + inbound * 0.2 * Math.sin(left / 40))) },
      ...{ verificationProgress: tip === undefined ? 1 : reached / tip, initialBlockDownload: tip !== undefined },
      ...{
        mempoolTransactions: Math.round(412 + 110 * wave),
        mempoolVirtualBytes: Math.round(381_000 + 90_000 * wave),
        mempoolUsageBytes: Math.round(1_902_000 + 450_000 * wave),
      },
      ...{
        sizeOnDiskBytes: Math.round((14.2 - minutesAgo * 0.00003) * 1024 ** 3),
        uptimeSeconds: 86_400 - minutesAgo * 60,
      },
      ...{ cpuPercent: Math.max(1, 12.5 + 4 * wave), memoryMiB: Math.round(812 + 40 * wave) },
    });
    return executor.event({ kind: 'node.sample', nodeId, message: 'sample', at: at(minutesAgo), data });
  });
}

function happened(executor: TestExecutor, nodeIds: World['nodeIds']): object[] {
  const of = (node: string, minutesAgo: number, message: string, more: object = {}) =>
    executor.event({ nodeId: nodeIds[node] ?? null, at: at(minutesAgo), message, ...more });
  return [
    of('', 1430, 'Agent 1.0.0 started on berlin-1.', { nodeId: null, kind: 'executor.agent_started' }),
    of('signet-b', 940, 'The daemon exited unexpectedly with code 137 because it reached its memory limit.', {
      ...{ level: 'error', kind: 'node.exited' },
    }),
    of('signet-b', 938, 'The daemon is up at height 223971.', { kind: 'node.answering' }),
    of('regtest-ci', 340, 'Restarted the daemon: requested.'),
    of('signet-a', 182, 'Stopped the daemon: RPC credentials rotated.', { kind: 'node.stopped' }),
    of('signet-new', 44, 'Pulled bitcoin/bitcoin:28.1.'),
    of('signet-new', 42, 'Started the daemon.'),
    of('signet-broken', 14, 'Started the daemon.'),
    of('signet-broken', 12, failure.replace('the daemon exited', 'The daemon exited unexpectedly'), {
      level: 'error',
      kind: 'node.exited',
    }),
  ];
}

/** A day of resources of a host, up to the current ones. */
async function measureHost(database: Database, organizationId: string, executorId: string): Promise<void> {
  await database.execute(sql`
    INSERT INTO executor_minute (organization_id, executor_id, at, cpu_cores_total, cpu_cores_used_by_nodes, cpu_cores_free, memory_mib_total,
      memory_mib_used_by_nodes, memory_mib_free, disk_gib_total, disk_gib_used_by_nodes, disk_gib_free)
    SELECT ${organizationId}, ${executorId}::uuid, date_trunc('minute', now()) - make_interval(mins => minute), 8, 2.2 + 0.6 * sin(minute / 90.0),
      5.4 - 0.8 * sin(minute / 90.0), 32768, 4600 + 300 * sin(minute / 200.0), 22000 - 600 * sin(minute / 200.0), 1953,
      98 - minute / 600.0, 1367 + minute / 55.0
    FROM generate_series(2, 1439) AS minute`);
}

/** A channel that works, with its delivery, one that fails and one that was refused. */
async function addChannels(database: Database, organizationId: string): Promise<void> {
  const channel = { organizationId, sealedTarget: '', lowestSeverity: 'warning', enabled: true } as const;
  const [works] = await database
    .insert(notificationChannel)
    .values([
      { ...channel, kind: 'email', name: 'On call', target: 'oncall@example.com', lastDeliveredAt: new Date(at(51)) },
      {
        ...{ ...channel, kind: 'slack', name: 'Team', target: 'https://hooks.slack.com/…', lowestSeverity: 'critical' },
        ...{ failingSince: new Date(at(131)), lastFailure: 'HTTP 503' },
      },
      { ...channel, kind: 'ntfy', name: 'Phone', target: 'https://ntfy.sh/…' },
      {
        ...{ ...channel, kind: 'telegram', name: 'Night shift', target: '-1001234567890', enabled: false },
        ...{ goneAt: new Date(at(300)), lastFailure: 'HTTP 403' },
      },
    ])
    .returning({ id: notificationChannel.id });
  await database.insert(webhookDelivery).values({
    ...{ organizationId, channelId: works?.id ?? '', sequence: 1, type: 'incident.opened', body: '{}' },
    status: 'delivered',
  });
}

/** A second open incident, of a host whose disk is nearly full, and a closed one, of a node that was killed for memory. */
async function addIncidents(
  database: Database,
  organizationId: string,
  { executorId, nodeId }: { executorId: string; nodeId: string },
): Promise<void> {
  await insertIncident(database, {
    ...{ organizationId, executorId, code: 'disk_low', severity: 'critical', status: 'open', data: {} },
    ...{ subjectType: 'executor', subjectId: executorId, subjectName: 'porto-3' },
    message: 'The disk of porto-3 has 21 GiB of 488 GiB free (4.2 %).',
    ...{ startedAt: new Date(at(56)), openedAt: new Date(at(51)), updatedAt: new Date(at(51)) },
  });
  await insertIncident(database, {
    ...{ organizationId, code: 'memory_limit', severity: 'warning', status: 'closed', data: {} },
    ...{ subjectType: 'node', subjectId: nodeId, subjectName: 'signet-b' },
    message: 'signet-b was killed for memory at its limit of 2 GiB.',
    ...{ startedAt: new Date(at(940)), openedAt: new Date(at(938)), updatedAt: new Date(at(900)) },
    closedAt: new Date(at(900)),
  });
}
