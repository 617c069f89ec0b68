import { dirname } from 'node:path';
import { expect } from 'vitest';
import { inKindField } from '../../src/contract/kind-fields.ts';
import { nodeOf, TestNodes } from '../harness/nodes.ts';
import { isSoak } from '../harness/soak.ts';
import { until } from '../harness/until.ts';
import type { EngineMachine } from './engine-machine.ts';
import { type PodmanPlace, podmanOfRoot } from './podman-data.ts';

/** Where a Podman keeps a node's data directory. */
const dataIn =
  ({ volumes }: Pick<PodmanPlace, 'volumes'>) =>
  (nodeId: string): string =>
    `${volumes}/satrap-${nodeId}/_data/node`;
const dataOf = dataIn(podmanOfRoot);

/**
 * Expects that a node kept the default user when the host's setting became 101:101, and runs as that once an operator changes the owner of its
 * data, which is kept meanwhile.
 */
export async function expectOwnerFollowed({ box }: EngineMachine, nodes: TestNodes, nodeId: string): Promise<void> {
  const owner = () => box.do(`stat -c %u:%g ${dataOf(nodeId)}; podman inspect -f '{{.Config.User}}' satrap-${nodeId}`);
  expect(await owner()).toBe('60833:60833\n60833:60833');
  await nodes.remove(nodeId, 'keep');
  await box.do(`chown -hR 101:101 ${dataOf(nodeId)}`);
  // Refused until the agent has listed it.
  const adopt = () => nodes.create('potted', { adoptData: nodeId }).catch(() => false);
  await until('its data is adopted', adopt, 120_000, 1000);
  await nodes.untilPhase(nodeId, 'running');
  expect(await owner()).toBe('101:101\n101:101');
}

/** Where an agent of root keeps data besides the engine’s volumes. */
const roots = { first: '/srv/first', second: '/srv/second' } as const;

const startOperation =
  'mutation($id: ID!, $data: NodeOperationInput!) { startNodeOperation(where: { id: $id }, data: $data) { operation { id } } }';

/** Starts an operation of a node, and waits until it has ended. Returns how. */
async function operate(
  { controlPlane }: EngineMachine,
  id: string,
  kind: string,
  params: object,
): Promise<{ state: string; reason: string | null }> {
  await controlPlane.ask(startOperation, { id, data: inKindField(kind, params) });
  return until(
    `the operation ${kind} has ended`,
    async () => {
      const [last] = (await nodeOf(controlPlane, id, 'operations(take: 1) { state reason }')).operations;
      return ['succeeded', 'failed'].includes(last?.state) && last;
    },
    120_000,
    250,
  );
}

/** Where a link ends a move between data roots: from the folder of the network to a file, in each part of the data. */
const movedLevels = [
  ...['regtest', 'regtest/blocks', 'regtest/blocks/index', 'regtest/blocks/blk00000.dat'],
  ...['regtest/chainstate', 'regtest/wallets'],
];

/** Expects that data with a link in place of a level is not moved to another root, and stays where it is. */
async function expectNoLinkMoved(machine: EngineMachine, nodes: TestNodes, id: string): Promise<void> {
  const { box } = machine;
  const data = `${roots.first}/${id}/node`;
  for (const level of movedLevels) {
    await box.do(`cd ${data} && if [ -e ${level} ]; then mv ${level} own; fi && ln -s /root/canary ${level}`);
    expect(await operate(machine, id, 'move', { to: 'second' })).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining(`node/${level}: neither a file nor a folder`),
    });
    await box.do(`cd ${data} && rm ${level} && if [ -e own ]; then mv own ${level}; fi`);
    expect((await box.run(`test -e ${roots.second}/${id}`)).code).toBe(1);
    // Its daemon may have ended meanwhile; a node that is down does not move.
    await nodes.untilPhase(id, 'running');
  }
}

/**
 * Expects that data moves from a volume of Podman to a data root and to another one, is copied and adopted there, also
 * while its daemon is down, and that a link in it is refused.
 */
export async function expectDataRoots(machine: EngineMachine, nodes: TestNodes): Promise<void> {
  const { box } = machine;
  const { id } = await nodes.run('mover');
  const owner = await box.do(`stat -c %u ${dataOf(id)}`);
  expect(owner).not.toBe('0');
  expect(await operate(machine, id, 'move', { to: 'first' })).toMatchObject({ state: 'succeeded' });
  await nodes.untilPhase(id, 'running');
  expect((await box.run(`test -e ${dataOf(id)}`)).code).toBe(1);
  const ownerOf = (root: string) =>
    box.do(`stat -c %u ${root}/${id} ${root}/${id}/node ${root}/${id}/satrap-data.json`);
  // A daemon can replace nothing beside its data.
  expect(await ownerOf(roots.first)).toBe(`0\n${owner}\n0`);
  await expectNoLinkMoved(machine, nodes, id);
  expect(await operate(machine, id, 'move', { to: 'second' })).toMatchObject({ state: 'succeeded' });
  await nodes.untilPhase(id, 'running');
  expect((await box.run(`test -e ${roots.first}/${id}`)).code).toBe(1);
  expect(await ownerOf(roots.second)).toBe(`0\n${owner}\n0`);
  const copied = await nodes.run('copied', { seedFrom: id, executorId: null, dataRoot: 'first' }, 120_000);
  await nodes.remove(copied.id);
  expect((await box.run(`test -e ${roots.first}/${copied.id}`)).code).toBe(1);
  await nodes.remove(id, 'keep');
  // Refused until the agent has listed it.
  const adopt = () => nodes.create('mover', { adoptData: id }).catch(() => false as const);
  const adopted = await until('its data is adopted', adopt, 120_000, 1000);
  await nodes.untilPhase(adopted.id, 'running');
  await nodes.remove(adopted.id);
  expect(await box.do(`ls -A ${roots.first} ${roots.second}`)).toBe(`${roots.first}:\n\n${roots.second}:`);
}

/** A node's data on the machine. */
interface OwnedData {
  data: string;
  /** The user of its daemon, there. */
  owner: string;
}

/**
 * Removes an index through a link, which an agent of root refuses and for which Podman finds nothing, and expects that a
 * link in place of the data of an index is removed itself.
 */
async function removeIndexes(
  machine: EngineMachine,
  nodes: TestNodes,
  id: string,
  { data, owner }: OwnedData,
): Promise<void> {
  const { box, controlPlane } = machine;
  const index = `${data}/regtest/indexes/blockfilter`;
  const rebuildIndex = { index: 'blockfilterindex', remove: true };
  await box.do(`mkdir -p ${dirname(index)} && ln -s /root/canary ${index} && chown -hR ${owner} ${data}`);
  const { startNodeOperation } = await controlPlane.ask(startOperation, { id, data: { rebuildIndex } });
  const outcome = await until(
    'the removal through a link has ended',
    async () => {
      const { operations, status } = await nodeOf(controlPlane, id, 'operations(take: 1) { state } status { reason }');
      if (/blockfilter is not a folder/.test(status.reason ?? '')) return 'refused';
      return operations[0]?.state === 'succeeded' && 'ended';
    },
    120_000,
    250,
  );
  const cancel =
    'mutation($where: NodeOperationWhereUniqueInput!) { cancelNodeOperation(where: $where) { operation { id } } }';
  if (outcome === 'refused')
    await controlPlane.ask(cancel, { where: { nodeId: id, id: startNodeOperation.operation.id } });
  await nodes.untilPhase(id, 'running');
  await box.do(`rm ${index} && mkdir ${index} && ln -s ../../blocks ${index}/basic && chown -hR ${owner} ${data}`);
  expect(await operate(machine, id, 'rebuild_index', rebuildIndex)).toMatchObject({ state: 'succeeded' });
  expect((await box.run(`test -L ${index}/basic`)).code).toBe(1);
  expect((await box.run(`test -s ${data}/regtest/blocks/blk00000.dat`)).code).toBe(0);
  await nodes.untilPhase(id, 'running');
}

/** What a daemon may leave in its data directory. */
const litter = `perl -e 'chdir "regtest/blocks"; for (1..2000) { mkdir "d" x 200; chdir "d" x 200 or die }'
  perl -e 'use Socket; socket(S, PF_UNIX, SOCK_STREAM, 0); bind(S, sockaddr_un("socket")) or die'
  mkfifo pipe && touch -- -rf ' ' "$(printf '\\377\\376')" "$(printf '\\033[2J\\n')" special && chmod 6755 special
  ln -s loop loop && ln -s /root/canary link && mkdir -p locked/inner && chmod 0 locked`;

/** Entries of the canary, which a test compares before and after. */
const describeCanary = "cd /root/canary && stat -c '%n %u %g %a %s %X %Y %Z' . blocks basic basic/CURRENT wallet.dat";

/** Adopts kept data with links in place of parts of it, and expects that it is listed, and read nowhere else. */
async function adoptLinked(machine: EngineMachine, nodes: TestNodes, id: string, data: string): Promise<void> {
  const { box } = machine;
  await nodes.remove(id, 'keep');
  await box.do(`cd ${data}/regtest && mv wallets ../own && ln -s /root/canary wallets`);
  await box.do(`cd ${data}/regtest/blocks && rm -f xor.dat && ln -s /root/canary/wallet.dat xor.dat`);
  // Refused until the agent has listed it.
  const adopt = () => nodes.create('hostile', { adoptData: id }).catch(() => false as const);
  const adopted = await until('its data is adopted', adopt, 120_000, 1000);
  expect(adopted.id).toBe(id);
  // With such a link, it need not run for long.
  await until('its daemon was started', async () =>
    ['running', 'failing'].includes((await nodes.get(id))?.status.phase ?? ''),
  );
  await nodes.actFully(id, 'stop');
  expect((await box.run(`test -L ${data}/regtest/blocks/xor.dat`)).code).toBe(0);
  await box.do(`cd ${data}/regtest && rm wallets blocks/xor.dat && mv ../own wallets`);
}

/**
 * Expects that a node with links in place of its data is not copied, and is adopted and removed with all that a hostile
 * daemon left, and that nothing of the host is read.
 */
export async function expectNoLinkFollowed(
  machine: EngineMachine,
  nodes: TestNodes,
  place: Pick<PodmanPlace, 'volumes' | 'root'> = podmanOfRoot,
): Promise<void> {
  const { box, controlPlane } = machine;
  await box.do(
    'mkdir -p /root/canary/blocks /root/canary/basic && echo secret | tee /root/canary/wallet.dat /root/canary/basic/CURRENT >/root/canary/blocks/blk00000.dat',
  );
  // Readable by the user that runs Podman.
  await box.do(`chmod 711 /root && chown -R ${place.root} /root/canary`);
  // The next read of each changes its access time.
  await box.do("find /root/canary -exec touch -a -d '3 days ago' {} +");
  const before = await box.do(describeCanary);
  const { id } = await nodes.run('hostile');
  const data = dataIn(place)(id);
  const owner = await box.do(`stat -c %u:%g ${data}`);
  await removeIndexes(machine, nodes, id, { data, owner });
  await nodes.actFully(id, 'stop');
  for (const [level, target, refusal] of [
    // With and without root, in words of their own.
    ['blocks', '/', /regtest\/blocks(:| is) not a folder/],
    ['chainstate', '../..', /regtest\/chainstate(:| is) not a folder/],
    ['blocks/blk00000.dat', '/root/canary/wallet.dat', /blk00000\.dat: neither a file nor a folder/],
  ] as const) {
    const path = `${data}/regtest/${level}`;
    await box.do(`mv ${path} ${data}/own && ln -s ${target} ${path}`);
    const copy = await nodes.create('copy', { seedFrom: id, executorId: null });
    const isRefused = async () => refusal.test((await nodes.get(copy.id))?.status.reason ?? '');
    await until(`the copy of ${level} is refused`, isRefused, 120_000, 250);
    await nodes.remove(copy.id);
    await box.do(`rm ${path} && mv ${data}/own ${path}`);
  }
  await adoptLinked(machine, nodes, id, data);
  await box.do(`cd ${data} && ${litter}\nmv regtest/wallets own; ln -s /root/canary regtest/wallets`);
  await box.do(`chown -hR ${owner} ${data}`);
  const mutation =
    'mutation($id: ID!, $removal: NodeDataRemovalInput!) { deleteNode(where: { id: $id }, dataPolicy: remove, removal: $removal) { node { id } } }';
  // Podman cannot search it for wallets.
  await controlPlane.ask(mutation, { id, removal: { name: 'hostile', wallets: ['/satrap/node'] } });
  await until('the node is gone', async () => (await nodeOf(controlPlane, id, 'id')) === null, 120_000, 250);
  expect((await box.run(`test -e ${data}`)).code).toBe(1);
  expect(await box.do(describeCanary)).toBe(before);
}

/** Expects the same of a second agent, of root, which also has data roots. */
export async function expectNoLinkFollowedByRoot(machine: EngineMachine): Promise<void> {
  const { box, controlPlane, url, clientImage } = machine;
  const settings = {
    ...{ URL: url, INSECURE_HTTP: 'true', NAME: 'of-root', API_KEY: await controlPlane.key('executor', 'of-root') },
    ...{ DATA_DIR: '/root/agent', DOCKER_SOCKET: '/run/podman-api/podman.sock', ALLOW_REGTEST: 'true' },
    IMAGES: `bitcoind/28.1=${clientImage}`,
    DATA_ROOTS: Object.entries(roots)
      .map(([name, path]) => `${name}=${path}`)
      .join(','),
  };
  const variables = Object.entries(settings).map(([key, value]) => `--setenv=SATRAP_AGENT_${key}=${value}`);
  await box.do(`mkdir -p -m 711 ${Object.values(roots).join(' ')}`);
  await box.do(`systemd-run --unit of-root ${variables.join(' ')} /usr/local/bin/satrap agent run`);
  const { id } = await machine.untilOnline('of-root');
  const nodes = new TestNodes(controlPlane, id);
  await expectNoLinkFollowed(machine, nodes);
  if (isSoak()) await expectDataRoots(machine, nodes);
  await box.do('systemctl stop of-root');
}
