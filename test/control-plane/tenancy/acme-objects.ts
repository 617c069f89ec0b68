import { randomUUID } from 'node:crypto';
import { keepAttempt } from '../../../src/control-plane/people/sign-in/single-sign-on/attempts.ts';
import { type Database, sql } from '../../../src/control-plane/platform/database/database.ts';
import type { alertIncident } from '../../../src/control-plane/tables/incidents.ts';
import { organizationRpcCredentials } from '../../../src/control-plane/tables/rpc-credentials.ts';
import type { TestControlPlane } from '../../harness/control-plane.ts';
import { TestExecutor } from '../../harness/executor.ts';
import { heldNode } from '../../harness/held-node.ts';
import { insertIncident } from '../../harness/incident-rows.ts';
import { insertNodeRollout } from '../../harness/node-rollout-rows.ts';
import type { People } from '../../harness/organization.ts';
import { deleteRollouts, insertRelease, setRollout, setUpgrade } from '../../harness/release-rows.ts';
import { sample } from '../../harness/sample.ts';

/** What the objects are made with. */
interface Made {
  controlPlane: TestControlPlane;
  database: Database;
  people: People;
  acmeId: string;
  ownerKey: string;
  host: TestExecutor;
  other: TestExecutor;
}

/** An object of every kind that belongs to Acme. Each has «acme» in its name, or its id among `ids`. */
export class AcmeObjects {
  readonly ids = {
    ...{
      organization: '',
      executor: '',
      node: '',
      agentRequest: '',
      channel: '',
      consumer: '',
      endpoint: '',
      followedLog: '',
      delivery: '',
      rollout: '',
    },
  };
  /** The version of a release that everyone can be upgraded to. */
  readonly release = '99.0.0';
  readonly #made: Made;
  #releaseId = '';
  #spareReleases = 0;

  private constructor(made: Made) {
    this.#made = made;
    this.ids.organization = made.acmeId;
  }

  get #place() {
    return { organizationId: this.ids.organization, executorId: this.ids.executor };
  }

  get host(): TestExecutor {
    return this.#made.host;
  }

  static async make(made: Made): Promise<AcmeObjects> {
    const acme = new AcmeObjects(made);
    const { ids } = acme;
    ids.executor = (await made.host.sync()).data.syncExecutor.executorId;
    await acme.executor();
    ids.node = await acme.node();
    ids.agentRequest = await acme.agentRequest();
    await acme.followedLog();
    await made.host.report([
      made.host.event({ nodeId: ids.node, message: 'acme event' }),
      made.host.event({ nodeId: ids.node, kind: 'node.sample', data: sample(100) }),
    ]);
    // Stored only if requested.
    await made.host.sync();
    const asked = 'query($id: ID!) { explainNode(where: { id: $id }) { id } }';
    await made.controlPlane.call(asked, { id: ids.node }, made.ownerKey);
    const explanation = (await made.host.requests()).find(({ kind }) => kind === 'explain');
    await made.host.answer(explanation?.id ?? '', {
      result: { explain: { desired: [], observed: ['acme runs'], steps: [], waitingFor: null } },
    });
    const mute =
      'mutation($id: ID!) { saveNotificationSettings(input: { nodeOverrides: [{ nodeId: $id, muted: true }] }) { settings { revision } } }';
    await acme.#ask(mute, { id: ids.node });
    // Never connected to: deliveries do not go to this address.
    ids.channel = await acme.channel();
    const test = 'mutation($id: ID!) { testNotificationWebhook(where: { id: $id }) { delivery { id } } }';
    ids.delivery = (await acme.#ask(test, { id: ids.channel })).testNotificationWebhook.delivery.id;
    ids.endpoint = await acme.endpoint();
    ids.consumer = await acme.consumer();
    acme.#releaseId = await insertRelease(made.database, acme.release);
    await acme.rollout();
    await acme.incident();
    await acme.#network();
    await acme.enrolmentToken();
    await acme.invitation();
    return acme;
  }

  /** Whether an answer contains something of Acme. */
  isIn(answer: unknown): boolean {
    const text = JSON.stringify(answer);
    return /acme/i.test(text) || Object.values(this.ids).some((id) => text.includes(id));
  }

  /** A node for one call, which may delete it. */
  async node(): Promise<string> {
    const data = {
      ...{ name: `acme-${randomUUID()}`, executorId: this.ids.executor, network: 'regtest' },
      resources: { cpuCores: 0.1, memoryMiB: 256, diskGiB: 1 },
    };
    return (await this.#ask('mutation($data: NodeCreateInput!) { createNode(data: $data) { node { id } } }', { data }))
      .createNode.node.id;
  }

  /** An operation for one call, which may cancel it. */
  async operation(): Promise<{ id: string; operationId: string }> {
    const id = await this.node();
    const document =
      'mutation($id: ID!) { startNodeOperation(where: { id: $id }, data: { reindex: {} }) { operation { id } } }';
    return { id, operationId: (await this.#ask(document, { id })).startNodeOperation.operation.id };
  }

  /** Chain data for one call, which may remove it. */
  async keptData(): Promise<string> {
    const nodeId = randomUUID();
    const data = { network: 'regtest', wallets: [] };
    await this.#made.host.sync({ orphans: [{ nodeId, name: 'acme-kept', data }] });
    return nodeId;
  }

  /** A channel for one call, which may delete it. */
  async channel(): Promise<string> {
    const spare = this.ids.channel;
    if (spare !== '') await this.#made.database.execute(sql`DELETE FROM notification_channel WHERE id <> ${spare}`);
    const { createNotificationChannel } = await this.#ask(
      'mutation($data: NotificationChannelCreateInput!) { createNotificationChannel(data: $data) { channel { id } } }',
      { data: { kind: 'webhook', name: `acme-${randomUUID().slice(0, 8)}`, url: 'https://localhost:9/acme' } },
    );
    return createNotificationChannel.channel.id;
  }

  /** An endpoint for one call, which may delete it. */
  async endpoint(): Promise<string> {
    await this.#made.database.execute(sql`DELETE FROM endpoint WHERE name LIKE 'acme-spare-%'`);
    const name = this.ids.endpoint === '' ? 'acme' : `acme-spare-${randomUUID()}`;
    const port = this.ids.endpoint === '' ? 8330 : 8331;
    const { createEndpoint } = await this.#ask(
      'mutation($data: EndpointCreateInput!) { createEndpoint(data: $data) { endpoint { id } } }',
      {
        data: { name, network: 'regtest', nodeIds: [this.ids.node], executorIds: [this.ids.executor], port },
      },
    );
    return createEndpoint.endpoint.id;
  }

  /** A consumer for one call, which may revoke it. */
  async consumer(): Promise<string> {
    const { createConsumer } = await this.#ask(
      'mutation($data: ConsumerCreateInput!) { createConsumer(data: $data) { consumer { id } } }',
      { data: { endpointId: this.ids.endpoint, name: `acme-${randomUUID()}` } },
    );
    return createConsumer.consumer.id;
  }

  /** An API key for one call, which may delete it. */
  async apiKey(): Promise<string> {
    const { createApiKey } = await this.#ask(
      'mutation($name: String!) { createApiKey(data: { name: $name, purpose: executor }) { apiKey { id } } }',
      { name: `acme-${randomUUID()}` },
    );
    return createApiKey.apiKey.id;
  }

  /** The executor without nodes, which an earlier call may have deleted. */
  async executor(): Promise<string> {
    return (await this.#made.other.sync()).data.syncExecutor.executorId;
  }

  /** An executor whose nodes wait for a takeover. */
  async offering(): Promise<{ id: string; offeredAt: string }> {
    const { controlPlane, people, acmeId, ownerKey } = this.#made;
    const name = `acme-offering-${randomUUID()}`;
    const host = new TestExecutor(controlPlane, await people.executorKey(acmeId, name), name);
    const id = randomUUID();
    await host.sync({ held: { executorId: id, nodes: null } });
    await host.sync({ held: { executorId: id, nodes: [heldNode({ name })] } });
    const document = '{ executorOffers { offeredAt executor { id } } }';
    const { executorOffers } = await controlPlane.ask(document, {}, ownerKey);
    const { offeredAt } = executorOffers.find(({ executor }: { executor: { id: string } }) => executor.id === id);
    return { id, offeredAt };
  }

  /** The executor with nodes, with a pending upgrade. */
  async upgrading(): Promise<string> {
    await setUpgrade(this.#made.database, this.#place, this.#releaseId);
    return this.ids.executor;
  }

  /** The same without an upgrade, with an upgradable agent. */
  async upgradable(): Promise<string> {
    const upgradability = { canUpgrade: true, platform: 'linux-x64', packaging: 'archive' };
    await this.#made.host.sync({ upgradability });
    // In this order: a rollout would request it again.
    await deleteRollouts(this.#made.database, this.ids.organization);
    await setUpgrade(this.#made.database, this.#place, null);
    return this.ids.executor;
  }

  /** A rollout of the executor with nodes, which waits for its upgrade. */
  async rollout(state: 'running' | 'paused' = 'running'): Promise<string> {
    await this.upgrading();
    this.ids.rollout = await setRollout(this.#made.database, this.#place, state);
    return this.ids.rollout;
  }

  /** A schedule of the nodes with the label `team` of this value. */
  /** A sign-in at the identity provider of the whole control plane. */
  async signInAttempt(): Promise<object> {
    await keepAttempt(this.#made.database, { checks: [], claims: [], groups: null }, null);
    return {};
  }

  async maintenanceSchedule(value: string): Promise<object> {
    const windows = { timeZone: 'UTC', windows: [{ days: ['monday'], from: '02:00', to: '03:00' }] };
    const document =
      'mutation($data: MaintenanceScheduleInput!) { setMaintenanceSchedule(data: $data) { schedule { label { value } } } }';
    await this.#ask(document, { data: { label: { key: 'team', value }, windows } });
    return {};
  }

  /** A rollout of a new node, which is under way. */
  async nodeRollout(state: 'running' | 'paused' = 'running'): Promise<string> {
    return (await this.nodeRolloutMember(state)).id;
  }

  async nodeRolloutMember(state: 'running' | 'paused' = 'running'): Promise<{ id: string; nodeId: string }> {
    const nodeId = await this.node();
    const place = { organizationId: this.ids.organization, nodes: [{ id: nodeId, name: 'acme-member' }] };
    // An undo has something to put back.
    const previous = { setLabels: [] };
    return { id: await insertNodeRollout(this.#made.database, place, { state, previous }), nodeId };
  }

  /** A release without upgrades. */
  spareRelease(): Promise<string> {
    this.#spareReleases++;
    return insertRelease(this.#made.database, `9.0.${this.#spareReleases}`);
  }

  /** Allows each organization to start a rotation of its RPC credentials. */
  async withoutRotation(): Promise<object> {
    await this.#made.database.update(organizationRpcCredentials).set({ rotation: null, isRotating: false });
    for (const executor of [this.#made.host, this.#made.other]) await executor.sync();
    return {};
  }

  /** A rotation of Acme alone. */
  async beginRotation(): Promise<object> {
    await this.withoutRotation();
    await this.#ask('mutation { rotateRpcCredentials { rotation { stage } } }');
    return {};
  }

  /** A request that waits for an answer of the executor. */
  async agentRequest(kind: 'log' | 'followLog' = 'log'): Promise<string> {
    const document = `mutation($id: ID!) { openAgentRequest(where: { id: $id }, data: { ${kind}: {} }) { request { id } } }`;
    return (await this.#ask(document, { id: await this.askableNode() })).openAgentRequest.request.id;
  }

  /** A followed log. */
  async followedLog(): Promise<string> {
    this.ids.followedLog = await this.agentRequest('followLog');
    await this.host.sync();
    return this.ids.followedLog;
  }

  /** A node whose agent is online. */
  async askableNode(): Promise<string> {
    await this.host.sync();
    return this.node();
  }

  /** The agent sends a line of the last followed log. */
  async logChunk(): Promise<void> {
    await this.host.answer(this.ids.followedLog, { chunk: { sequence: 0, lines: ['acme line'] } });
  }

  /** An open incident. */
  incident(): Promise<string> {
    return this.#insertIncident({
      ...{ code: 'node_failing', severity: 'warning', status: 'open', message: 'acme node fails', data: {} },
      ...{ subjectType: 'node', subjectId: randomUUID(), subjectName: 'acme' },
    });
  }

  /** A branch that names a node. */
  get #branch() {
    const node = {
      ...{ id: this.ids.node, name: 'acme-node', client: 'bitcoind', clientVersion: '31.0', height: 1 },
      ...{ isAnswering: true, isSyncing: false },
    };
    return { parent: null, height: 1, hash: '00', reasons: [], nodeCount: 1, nodes: [node] };
  }

  #network(): Promise<unknown> {
    return this.#made.database.execute(sql`INSERT INTO chain_network VALUES
      (${this.ids.organization}, 'regtest', 'regtest', 'agreed', 1, 1, ${JSON.stringify([this.#branch])}) ON CONFLICT DO NOTHING`);
  }

  /** An incident whose branches name a node. */
  split(): Promise<string> {
    return this.#insertIncident({
      ...{ code: 'chain_split', severity: 'critical', status: 'closed', closedAt: new Date() },
      ...{ message: 'the chain of acme has split', data: { branches: [this.#branch] } },
      ...{ subjectType: 'network', subjectId: randomUUID(), subjectName: 'regtest' },
    });
  }

  #insertIncident(
    incident: Omit<typeof alertIncident.$inferInsert, 'organizationId' | 'startedAt' | 'openedAt' | 'updatedAt'>,
  ): Promise<string> {
    const [at, organizationId] = [new Date(), this.ids.organization];
    const row = { organizationId, startedAt: at, openedAt: at, updatedAt: at, ...incident };
    return insertIncident(this.#made.database, row);
  }

  /** A person of Acme, for one call. */
  person(): Promise<{ userId: string; memberId: string }> {
    return this.#made.people.member('acme-spare', this.#made.acmeId, 'member');
  }

  /** A session of a person of Acme, for one call. */
  async session(): Promise<string> {
    const { userId } = await this.person();
    return (await this.#made.people.session(userId, this.#made.acmeId)).id;
  }

  /** An open invitation to Acme. */
  async invitation(): Promise<{ id: string; token: string }> {
    const { inviteMember } = await this.#ask(
      'mutation($email: String!) { inviteMember(data: { email: $email }) { token invitation { id } } }',
      { email: `acme-${randomUUID()}@example.com` },
    );
    return { id: inviteMember.invitation.id, token: inviteMember.token };
  }

  /** An enrolment token that was not used. */
  async enrolmentToken(): Promise<{ id: string; token: string }> {
    const { createEnrolmentToken } = await this.#ask(
      'mutation { createEnrolmentToken(data: { executorName: "acme-new-host" }) { token enrolmentToken { id } } }',
    );
    return { id: createEnrolmentToken.enrolmentToken.id, token: createEnrolmentToken.token };
  }

  #ask(query: string, variables: object = {}) {
    return this.#made.controlPlane.ask(query, variables, this.#made.ownerKey);
  }
}
