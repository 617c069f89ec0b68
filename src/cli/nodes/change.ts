import type { Command } from 'commander';
import { consensusNotes } from '../../bitcoin/clients/registry.ts';
import { hasPeers, networks } from '../../bitcoin/network.ts';
import { withState } from '../../contract/lifecycle-words.ts';
import type {
  NodeRowFragment,
  PreviewFragment,
  ReadConfFragment,
  SettingNotesFragment,
} from '../../contract/operations.generated.ts';
import type { CustomSignetInput, NodeResourcesInput, NodeTorInput } from '../../contract/types.generated.ts';
import { counted } from '../../text/counted.ts';
import { printable } from '../../text/printable.ts';
import {
  type Api,
  type ApiOptions,
  defineApiCommand,
  findExecutor,
  findNode,
  notFound,
  offersNothing,
} from '../api.ts';
import { CommandError, exitCodes } from '../command-error.ts';
import { defineLabelCommand } from '../labels.ts';
import {
  choiceOption,
  dryRunOption,
  hostLabelOption,
  hostOption,
  type KeyValue,
  labelOption,
  listOption,
  number,
  type OptionValues,
  option,
  pairsOption,
  size,
  waitOption,
  yesOption,
} from '../options.ts';
import { type OutputOptions, print, printLines, tableLines } from '../output.ts';
import { confirm } from '../prompt.ts';
import { holdsForOne, paceOptions } from '../rollouts/pace.ts';
import { changeSeveral, filterOf, severalOptions } from './change-several.ts';
import { confLines, readConf, readConfText, shownConf, withSet } from './from-conf.ts';
import { clientOption, clientVersionOption } from './offered-options.ts';
import { isReached, isUp, outcomeOf, printOutcome } from './operations.ts';

const nodeOptions = [
  clientOption,
  clientVersionOption,
  choiceOption('--type <type>', 'node type', ['full', 'pruned']),
  option('--cpus <cores>', 'CPU cores, such as 0.5', number),
  option('--memory <size>', 'memory limit, such as 4GiB; a bare number is in MiB', size('MiB')),
  option('--disk <size>', 'disk size, such as 1.2TiB; a bare number is in GiB', size('GiB')),
  option(
    '--tor <proxy>',
    'send everything for peers through the SOCKS proxy of your Tor, such as 172.17.0.1:9050; off for none',
  ),
  option('--onion-address <address>', 'with --tor: the onion service of your Tor that forwards to the node'),
  pairsOption('--set <key=value>', 'set a bitcoin.conf key; may be repeated'),
  choiceOption(
    '--revert-failed-change <yes|no>',
    'whether to revert a change that makes the node fail (default: yes)',
    ['yes', 'no'],
  ),
] as const;
type NodeOptions = OptionValues<typeof nodeOptions>;

/** The resources given as options; null without any. */
export const resourcesOf = ({ cpus, memory, disk }: Partial<NodeOptions>): NodeResourcesInput | null =>
  cpus === undefined && memory === undefined && disk === undefined
    ? null
    : { cpuCores: cpus ?? null, memoryMiB: memory ?? null, diskGiB: disk ?? null };

/** Returns the Tor given as options; undefined without any. Throws CommandError for half of one. */
function torOf({ tor, onionAddress }: Partial<NodeOptions>): NodeTorInput | undefined {
  if (tor === undefined && onionAddress === undefined) return undefined;
  if (tor === undefined) throw new CommandError('name the proxy of the Tor with --tor too', 'usage');
  if (tor !== 'off') return { mode: 'own', proxy: tor, onionAddress: onionAddress ?? null };
  if (onionAddress !== undefined) throw new CommandError('a node without a Tor has no --onion-address', 'usage');
  return { mode: 'off' };
}

const fieldsOf = ({ client, clientVersion, type, revertFailedChange, ...options }: NodeOptions) => ({
  client,
  clientVersion,
  nodeType: type,
  tor: torOf(options),
  resources: resourcesOf(options),
  revertFailedChange: revertFailedChange === undefined ? undefined : revertFailedChange === 'yes',
});

const updateOptions = [
  ...nodeOptions,
  listOption('--unset <key>', 'remove an override; may be repeated'),
  option('--rename <name>', 'new name'),
  waitOption,
] as const;
type UpdateOptions = OptionValues<typeof updateOptions>;

/** Throws CommandError for seed nodes without a challenge, and for both beside a file, whose lines say it. */
function signetOf({ signetChallenge, signetSeedNode, fromConf }: SignetOptions): CustomSignetInput | null {
  if (signetChallenge === undefined && signetSeedNode.length === 0) return null;
  if (fromConf !== undefined)
    throw new CommandError('set signetchallenge and signetseednode in the file of --from-conf', 'usage');
  if (signetChallenge === undefined)
    throw new CommandError('name the challenge of the signet with --signet-challenge', 'usage');
  return { challenge: signetChallenge, seedNodes: signetSeedNode };
}

interface SignetOptions {
  signetChallenge?: string | undefined;
  signetSeedNode: string[];
  fromConf?: string | undefined;
}

const isChange = ({ set, unset, rename, ...options }: UpdateOptions): boolean =>
  set.length + unset.length > 0 ||
  [rename, ...Object.values(fieldsOf({ set, ...options }))].some((each) => each != null);

/** Returns the change of several nodes, and its question. Throws CommandError for one that only a single node can have. */
function changeOfSeveral(options: UpdateOptions): Pick<Parameters<typeof changeSeveral>[3], 'data' | 'question'> {
  const { clientVersion, set, unset, rename } = options;
  const { resources, ...others } = fieldsOf({ ...options, clientVersion: undefined });
  const hasSettings = set.length + unset.length > 0 || resources !== null;
  if (
    [rename, ...Object.values(others)].some((value) => value != null) ||
    (clientVersion !== undefined) === hasSettings
  )
    throw new CommandError(
      'of several nodes, and with a condition such as --keep-available or --window, change either --client-version, or --set, --unset, --cpus, --memory and --disk',
      'usage',
    );
  if (clientVersion !== undefined)
    return { data: { clientVersion }, question: (count) => `Change ${count} to ${clientVersion}?` };
  const changed = [
    ...set.map(({ key, value }) => `set ${key}=${value}`),
    ...unset.map((key) => `unset ${key}`),
    ...(resources === null ? [] : ['change resources']),
  ].join(', ');
  return {
    data: { settings: { resources, setOverrides: set, unsetOverrides: unset } },
    question: (count) => `Change ${count}: ${changed}?`,
  };
}

const createOptions = [
  ...nodeOptions,
  hostOption,
  hostLabelOption,
  labelOption('label of the node'),
  choiceOption('--network <network>', 'chain; with --from-conf, the default is that of the file', networks),
  option('--signet-challenge <hex>', 'challenge of a custom signet, with --network signet; it cannot be changed later'),
  listOption('--signet-seed-node <address>', 'seed node of the custom signet; may be repeated'),
  option(
    '--from-conf <file>',
    'take over this bitcoin.conf, after showing what becomes of each line; - for standard input',
  ),
  option('--adopt <node>', 'reuse the chain data of this orphan, by name or id (see: satrap hosts data list)'),
  option('--seed-from <node>', 'copy the chain data of this node, on its host; the node is stopped during the copy'),
  option('--data-root <root>', 'data root on the host (see: satrap hosts show)'),
  dryRunOption,
  yesOption,
  waitOption,
] as const;
type CreateOptions = OptionValues<typeof createOptions> & ApiOptions;

const severalUpdateOptions = [...updateOptions, ...severalOptions, ...paceOptions] as const;
type SeveralUpdateOptions = OptionValues<typeof severalUpdateOptions> & ApiOptions;

export function register(nodes: Command): void {
  defineApiCommand(nodes, 'create <name>', 'deploy a node', createOptions).action(createNode);
  defineApiCommand(
    nodes,
    'update [nodes...]',
    'change a node, or the version, options or resources of several',
    severalUpdateOptions,
  ).action(async (api, options, names) => {
    if (!isChange(options)) throw new CommandError('nothing to change; name a change, such as --memory 8GiB', 'usage');
    const [nameOrId = '', ...others] = names;
    const isSeveral = filterOf(names, options) !== undefined || others.length > 0 || holdsForOne(options);
    await (isSeveral ? updateSeveral(api, options, names) : updateNode(api, options, nameOrId));
  });
  defineLabelCommand(nodes, 'nodes', async (api, nameOrId, data) => {
    const { id } = await findNode(api, nameOrId);
    return (await api.call('LabelNode', { id, data })).updateNode.node;
  });
}

async function createNode(api: Api, options: CreateOptions, name: string): Promise<void> {
  const { set, host, adopt, seedFrom, dryRun } = options;
  const { data, conf, source } = await readCreation(api, options, name);
  if (dryRun || conf !== null) {
    const { previewNodeCreation } = await api.call('PreviewNodeCreation', { data });
    if (dryRun || !previewNodeCreation.accepted) return printPreview(previewNodeCreation, options, conf);
  }
  if (conf !== null) {
    if (!options.json) printLines(confLines(conf));
    if (!options.yes) await confirm(`Deploy ${name} with these settings?`);
  }
  const { node } = (await api.call('CreateNode', { data })).createNode;
  if ((host ?? adopt ?? seedFrom) === undefined && !options.json)
    printLines([`${name} goes to ${node.executor.name}: ${node.placement?.reason ?? ''}`]);
  warnOfVersion(node);
  for (const note of consensusNotes(node.client, source?.client)) console.error(note);
  warnOfSettings(node, set);
  await printOutcome(api, node, options, isUp);
}

/** Returns the request to create a node, with the file and the node that it starts from. Throws CommandError. */
async function readCreation(api: Api, options: CreateOptions, name: string) {
  const { set, host, hostLabel, label, fromConf, adopt, seedFrom, dataRoot } = options;
  if ((options.network ?? fromConf) === undefined)
    throw new CommandError('name the chain with --network, or a bitcoin.conf with --from-conf', 'usage');
  const ofOptions = signetOf(options);
  const source = seedFrom === undefined ? null : await findNode(api, seedFrom);
  const executorId = host === undefined ? null : await executorIdOf(api, host);
  const { revertFailedChange, tor, ...fields } = fieldsOf(options);
  const conf =
    fromConf === undefined
      ? null
      : await readConf(api, { ...fields, network: options.network, executorId, text: await readConfText(fromConf) });
  const network = conf?.network ?? options.network;
  if (network === undefined) throw new Error('a file that was read has a network');
  const data = {
    ...fields,
    ...(conf === null ? {} : { nodeType: conf.nodeType }),
    ...{ name, network, dataRoot, revertFailedChange, executorId, tor },
    signet: conf?.signet ?? ofOptions,
    executorLabels: hostLabel,
    labels: label,
    overrides: withSet(conf?.overrides ?? [], set),
    adoptData: adopt === undefined ? null : await orphanIdOf(api, adopt),
    seedFrom: source?.id ?? null,
  };
  return { data, conf, source };
}

async function updateNode(api: Api, options: SeveralUpdateOptions, nameOrId: string): Promise<void> {
  const before = await findNode(api, nameOrId);
  if (options.dryRun) {
    const { previewNodeUpdate } = await api.call('PreviewNodeUpdate', changeOf(before, options));
    if (previewNodeUpdate === null) throw new CommandError(`${before.name} was deleted`, 'not_found');
    return printPreview(previewNodeUpdate, options);
  }
  const { node } = (await api.call('UpdateNode', changeOf(before, options))).updateNode;
  if (options.clientVersion !== undefined) warnOfVersion(node);
  warnOfSettings(node, options.set);
  await printOutcome(api, node, options, isReached(node));
}

/** Changes several nodes, or one with a condition. Throws CommandError for a change that only a single node can have. */
async function updateSeveral(api: Api, options: SeveralUpdateOptions, names: readonly string[]): Promise<void> {
  await changeSeveral(api, options, names, {
    ...changeOfSeveral(options),
    pace: options,
    outcomeOf: (node) => outcomeOf(api, node, options, isReached(node)),
  });
}

/** Throws CommandError unless exactly one host has such chain data. */
async function orphanIdOf(api: Api, nameOrId: string): Promise<string> {
  const { executors } = await api.call('ListExecutors', {});
  const orphans = executors.flatMap((executor) => executor.orphans.map((orphan) => ({ ...orphan, on: executor.name })));
  const byId = orphans.find(({ nodeId }) => nodeId === nameOrId);
  const byName = orphans.filter(({ name }) => name === nameOrId);
  if (byId === undefined && byName.length > 1) {
    const places = byName.map(({ nodeId, on }) => `${nodeId} on ${on}`).join(', ');
    throw new CommandError(`several hosts have chain data named ${nameOrId}; choose one by its id: ${places}`, 'usage');
  }
  const found = byId ?? byName[0];
  return (
    found?.nodeId ?? notFound(api, `no host has orphaned chain data of ${nameOrId}`, 'satrap hosts data list HOST')
  );
}

async function executorIdOf(api: Api, nameOrId: string): Promise<string> {
  const { id, name, capabilities } = await findExecutor(api, nameOrId);
  // Otherwise every version would be refused without a reason.
  if (capabilities.clients.length === 0) throw new CommandError(offersNothing(name), 'refused');
  return id;
}

const changeOf = ({ id }: NodeRowFragment, options: UpdateOptions) => ({
  id,
  data: { ...fieldsOf(options), name: options.rename, setOverrides: options.set, unsetOverrides: options.unset },
});

/** Prints a request's preview. Exits with the code of a refusal if it would be refused. */
function printPreview(preview: PreviewFragment, options: OutputOptions, conf: ReadConfFragment | null = null): void {
  const shown = conf === null ? preview : { ...preview, conf: shownConf(conf) };
  print(shown, options, () => [...(conf === null ? [] : [...confLines(conf), '']), ...previewLines(preview)]);
  if (!preview.accepted) process.exitCode = exitCodes.refused.code;
}

function previewLines({ accepted, issues, executor, placement, node, notes, changes, configChanges }: PreviewFragment) {
  const place =
    executor === null || placement === null ? [] : [`host: ${executor.name} (${printable(placement.reason)})`];
  const { cpuCores = 0, memoryMiB = 0, diskGiB = 0 } = node?.resources ?? {};
  const shape =
    node === null
      ? []
      : [
          `node: ${node.client} ${withState(node.clientVersion, node.clientLifecycle)}, ${node.nodeType}, ${counted(cpuCores, 'core')}, ${memoryMiB} MiB memory, ${diskGiB} GiB disk`,
        ];
  const table = (head: string[], rows: string[][]) => (rows.length === 0 ? [] : ['', ...tableLines(head, rows)]);
  return [
    accepted ? 'dry run: would be accepted' : 'dry run: would be refused',
    ...issues.map(
      ({ code, path, message }) => `  ${[path.slice(1).join('.'), code].find(Boolean)}: ${printable(message)}`,
    ),
    ...place,
    ...shape,
    ...notes,
    ...table(
      ['change', 'from', 'to', 'consequence', ''],
      changes.flatMap(({ field, from, to, consequences }) =>
        consequences.map(({ kind, message }, index) =>
          index === 0 ? [field, from ?? '-', to ?? '-', kind, message] : ['', '', '', kind, message],
        ),
      ),
    ),
    ...table(
      ['setting', 'from', 'to', 'set by', 'note'],
      configChanges.map(({ key, from, to, origin, note }) => [key, from ?? '-', to ?? '-', origin ?? '-', note ?? '']),
    ),
  ];
}

/** Prints the state of a version with a warning to stderr, also with --json. A private chain has only its own peers. */
function warnOfVersion({ network, client, clientVersion, clientLifecycle: { warning, summary } }: NodeRowFragment) {
  if (warning !== null && hasPeers(network)) console.error(`${client} ${clientVersion}: ${summary}`);
}

/** Prints the control plane's notes on the changed settings to stderr, also with --json. */
function warnOfSettings({ effectiveConfig }: SettingNotesFragment, set: readonly KeyValue[]): void {
  const keys = new Set(set.map(({ key }) => key));
  for (const { key, note } of effectiveConfig)
    if (note !== null && keys.delete(key)) console.error(printable(`${key}: ${note}`));
}
