import { createInterface } from 'node:readline/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import {
  CreateNodeDocument,
  DeleteNodeDocument,
  GetLogSessionDocument,
  GetNodeDocument,
  ListExecutorsDocument,
  ListNodesDocument,
  type NodeRowFragment,
  OpenLogSessionDocument,
  RequestLifecycleActionDocument,
  UpdateNodeDocument,
} from '../contract/operations.generated.ts';
import type { Network, NodeLifecycleAction, NodeType } from '../contract/types.generated.ts';
import { printable } from '../text/printable.ts';
import { Api, type ApiOptions, withApiOptions } from './api.ts';
import { CommandFault } from './fault.ts';
import { age, tableOf } from './table.ts';

interface NodeOptions extends ApiOptions {
  version?: string;
  type?: NodeType;
  cpu?: number;
  memory?: number;
  disk?: number;
  set: { key: string; value: string }[];
  wait?: boolean;
}

/** `satrap nodes …` */
export function nodesCommand(): Command {
  const nodes = new Command('nodes').description('the Bitcoin nodes of your organization');
  withApiOptions(nodes.command('list').description('show all nodes')).action(list);
  withApiOptions(
    nodes.command('show').description('show one node with its effective configuration').argument('<node>'),
  ).action(show);
  withNodeOptions(nodes.command('create').description('deploy a node').argument('<name>'))
    .requiredOption('--executor <name>', 'executor to run it on')
    .addOption(
      new Option('--network <network>', 'chain').choices(['mainnet', 'signet', 'regtest']).makeOptionMandatory(),
    )
    .option('--wait', 'wait until it runs')
    .action(create);
  withNodeOptions(nodes.command('update').description('change a node').argument('<node>'))
    .option('--unset <key>', 'remove an override; may be repeated', collect, [])
    .option('--rename <name>', 'another name')
    .action(update);
  for (const action of ['start', 'stop', 'restart'] as const) {
    withApiOptions(nodes.command(action).description(`${action} a node`).argument('<node>'))
      .option('--wait', 'wait until it is done')
      .action((node: string, options: ApiOptions & { wait?: boolean }) => requestAction(node, action, options));
  }
  withApiOptions(nodes.command('delete').description('delete a node and its chain data').argument('<node>'))
    .option('--keep-data', 'leave the chain data on the host')
    .option('--yes', 'do not ask')
    .option('--wait', 'wait until it is gone')
    .action(remove);
  withApiOptions(nodes.command('logs').description('show the last lines of a node’s log').argument('<node>'))
    .option('--tail <lines>', 'how many lines, 1 to 2000', number, 200)
    .action(logs);
  return nodes;
}

function withNodeOptions(command: Command): Command {
  return withApiOptions(command)
    .option('--version <version>', 'version of bitcoind')
    .addOption(new Option('--type <type>', 'how much history it keeps').choices(['full', 'pruned']))
    .option('--cpu <cores>', 'processor cores', number)
    .option('--memory <MiB>', 'memory', number)
    .option('--disk <GiB>', 'disk', number)
    .option('--set <key=value>', 'a key of bitcoin.conf; may be repeated', collectOverride, []);
}

async function list(options: ApiOptions): Promise<void> {
  const { nodes } = await new Api(options).call(ListNodesDocument, {});
  if (options.json) return print(nodes);
  if (nodes.length === 0)
    return console.log(
      'there are no nodes yet; create one with: satrap nodes create NAME --executor NAME --network signet',
    );
  console.log(
    tableOf(
      ['name', 'network', 'version', 'type', 'executor', 'phase', 'since', 'height', 'peers', 'rpc', 'reason'],
      nodes.map(row),
    ),
  );
}

function row(node: NodeRowFragment): string[] {
  const { status, metrics } = node;
  const peers = metrics ? `${metrics.peersInbound}+${metrics.peersOutbound}` : '-';
  const rpc = status.endpoint ? `${status.endpoint.host}:${status.endpoint.rpcPort}` : '-';
  const since = status.since ? age(status.since) : '-';
  return [
    node.name,
    node.network,
    node.clientVersion,
    node.nodeType,
    node.executor.name,
    status.phase,
    since,
    metrics ? String(metrics.height) : '-',
    peers,
    rpc,
    status.reason ?? '',
  ];
}

async function show(wanted: string, options: ApiOptions): Promise<void> {
  const api = new Api(options);
  const { node } = await api.call(GetNodeDocument, { id: (await find(api, wanted)).id });
  if (node === null) throw new CommandFault(`there is no node ${wanted}`);
  if (options.json) return print(node);
  console.log(
    tableOf(
      ['name', 'network', 'version', 'type', 'executor', 'phase', 'since', 'height', 'peers', 'rpc', 'reason'],
      [row(node)],
    ),
  );
  const settings = node.effectiveConfig.map(({ key, value, origin, note }) => [
    key,
    value ?? '(secret)',
    origin,
    note ?? '',
  ]);
  console.log(`\n${tableOf(['setting', 'value', 'set by', 'note'], settings)}`);
}

async function create(name: string, options: NodeOptions & { executor: string; network: Network }): Promise<void> {
  const api = new Api(options);
  const { executors } = await api.call(ListExecutorsDocument, { where: { name: { equals: options.executor } } });
  const [executor] = executors;
  if (executor === undefined)
    throw new CommandFault(`there is no executor ${options.executor}; see: satrap executors list`);
  const { createNode } = await api.call(CreateNodeDocument, {
    data: {
      name,
      executorId: executor.id,
      network: options.network,
      clientVersion: options.version ?? null,
      ...(options.type === undefined ? {} : { nodeType: options.type }),
      resources: resourcesOf(options),
      overrides: options.set,
    },
  });
  await finish(api, createNode, options, ({ status }) => status.phase === 'running' || status.phase === 'syncing');
}

async function update(wanted: string, options: NodeOptions & { unset: string[]; rename?: string }): Promise<void> {
  const api = new Api(options);
  const node = await find(api, wanted);
  const changed = [...options.unset, ...options.set.map(({ key }) => key)];
  const overrides = [...node.overrides.filter(({ key }) => !changed.includes(key)), ...options.set];
  const { updateNode } = await api.call(UpdateNodeDocument, {
    id: node.id,
    data: {
      name: options.rename ?? null,
      clientVersion: options.version ?? null,
      nodeType: options.type ?? null,
      resources: resourcesOf(options),
      overrides: changed.length === 0 ? null : overrides,
    },
  });
  await finish(api, updateNode, options, () => true);
}

async function requestAction(
  wanted: string,
  action: NodeLifecycleAction,
  options: ApiOptions & { wait?: boolean },
): Promise<void> {
  const api = new Api(options);
  const { id } = await find(api, wanted);
  const { requestNodeLifecycleAction: node } = await api.call(RequestLifecycleActionDocument, { id, action });
  await finish(
    api,
    node,
    options,
    (now) =>
      (now.status.appliedRevision ?? 0) >= node.revision &&
      (action === 'stop' ? now.status.phase === 'stopped' : ['running', 'syncing'].includes(now.status.phase)),
  );
}

async function remove(
  wanted: string,
  options: ApiOptions & { keepData?: boolean; yes?: boolean; wait?: boolean },
): Promise<void> {
  const api = new Api(options);
  const node = await find(api, wanted);
  const keeps = options.keepData || (node.desiredState === 'deleted' && node.dataPolicy === 'keep');
  if (!options.yes) await confirm(`Delete ${node.name} on ${node.executor.name}${keeps ? '' : ' and its chain data'}?`);
  // A repeated command without the flag must not turn «keep» into «remove».
  const { deleteNode } = await api.call(DeleteNodeDocument, {
    id: node.id,
    dataPolicy: options.keepData ? 'keep' : null,
  });
  if (options.wait)
    await until(async () => ((await api.call(GetNodeDocument, { id: node.id })).node === null ? true : undefined));
  if (options.json) print(deleteNode);
  else console.log(`${node.name} is ${options.wait ? 'gone' : 'being deleted'}`);
}

async function logs(wanted: string, options: ApiOptions & { tail: number }): Promise<void> {
  const api = new Api(options);
  const { id } = await find(api, wanted);
  const { openNodeLogSession } = await api.call(OpenLogSessionDocument, { id, tail: options.tail });
  const session = await until(async () => {
    const { nodeLogSession: found } = await api.call(GetLogSessionDocument, { id: openNodeLogSession.id });
    return found?.status === 'pending' ? undefined : found;
  });
  if (session === null || session.status === 'failed')
    throw new CommandFault(`no log: ${printable(session?.error ?? 'the session is gone')}`);
  if (options.json) print(session.lines);
  else console.log(session.lines.map(printable).join('\n'));
}

async function find(api: Api, wanted: string): Promise<NodeRowFragment> {
  const { nodes } = await api.call(ListNodesDocument, {
    where: { OR: [{ id: { equals: wanted } }, { name: { equals: wanted } }] },
  });
  // A name may look like another node's id.
  const node = nodes.find(({ id }) => id === wanted) ?? nodes[0];
  if (node === undefined) throw new CommandFault(`there is no node ${wanted}; see: satrap nodes list`);
  return node;
}

async function finish(
  api: Api,
  node: NodeRowFragment,
  options: ApiOptions & { wait?: boolean },
  isDone: (node: NodeRowFragment) => boolean,
): Promise<void> {
  const shown = !options.wait
    ? node
    : await until(async () => {
        const { node: now } = await api.call(GetNodeDocument, { id: node.id });
        if (now === null) throw new CommandFault(`${node.name} was deleted meanwhile`);
        // A node that was failing when it was asked may not have heard of it yet.
        const isOldNews = node.status.phase === 'failing' && now.status.since === node.status.since;
        if (now.status.phase === 'failing' && !isOldNews)
          throw new CommandFault(`${node.name} is failing: ${printable(now.status.reason ?? 'no reason given')}`);
        return isDone(now) ? now : undefined;
      });
  if (options.json) print(shown);
  else console.log(`${shown.name} (${shown.id}): asked to be ${shown.desiredState}, now ${shown.status.phase}`);
}

const patienceMs = 15 * 60_000;

async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await delay(300)) {
    const found = await look();
    if (found !== undefined) return found;
  }
  throw new CommandFault('it took longer than 15 minutes; see what happens with: satrap nodes list');
}

async function confirm(question: string): Promise<void> {
  if (!process.stdin.isTTY) throw new CommandFault('say --yes to delete without being asked', 2);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`${question} [y/N] `);
  terminal.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new CommandFault('nothing was deleted');
}

const resourcesOf = ({ cpu, memory, disk }: NodeOptions) =>
  cpu === undefined && memory === undefined && disk === undefined
    ? null
    : { cpuCores: cpu ?? null, memoryMiB: memory ?? null, diskGiB: disk ?? null };

const print = (value: unknown): void => console.log(JSON.stringify(value, null, 2));

function number(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('It must be a number.');
  return value;
}

const collect = (text: string, before: string[]): string[] => [...before, text];

function collectOverride(text: string, before: { key: string; value: string }[]): { key: string; value: string }[] {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('It must be KEY=VALUE.');
  return [...before, { key: text.slice(0, at), value: text.slice(at + 1) }];
}
