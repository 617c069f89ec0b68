import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, type GraphQLEnumType, type GraphQLObjectType } from 'graphql';
import { readResults } from '../bench/results.ts';
import { resultsTables } from '../bench/results-table.ts';
import { agentRegistry } from '../src/agent/metrics/metrics-server.ts';
import { apiKeyFileKey } from '../src/agent/settings/config-file.ts';
import { settingList } from '../src/agent/settings/options.ts';
import { networkFacts, networks } from '../src/bitcoin/network.ts';
import { rpcMethods, rpcPresetNames, rpcPresets } from '../src/bitcoin/rpc-methods.ts';
import { exitCodes } from '../src/cli/command-error.ts';
import { serveOptions } from '../src/cli/control-plane/options.ts';
import { advice } from '../src/contract/advice.ts';
import { eventKinds } from '../src/contract/events.ts';
import { nodeThresholdBounds, thresholdBounds } from '../src/contract/thresholds.ts';
import type { UserErrorCode } from '../src/contract/types.generated.ts';
import { ruleCatalog } from '../src/control-plane/alerts/incidents/rules/catalog.ts';
import { errorDocument, retryableCodes } from '../src/control-plane/platform/input/errors.ts';
import { prometheusMeasures } from '../src/control-plane/platform/monitoring/prometheus-measures.ts';
import { thresholdsOf } from '../src/control-plane/tables/notifications.ts';
import { gatewayRegistry } from '../src/gateway/metrics/gateway-registry.ts';
import { commandTree, flatten } from './release/command-tree.ts';
import { releasedCommands } from './release/released-program.ts';

const root = join(import.meta.dirname, '..');

type Row = readonly string[];

const code = (text: string): string => `\`${text}\``;
const line = (cells: Row): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`.replaceAll(
    /(?<=\|) {2}(?=\|)/g,
    ' ',
  );
const table = (head: Row, rows: readonly Row[]): string =>
  [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');

const typedEntries = <K extends string, V>(record: Readonly<Record<K, V>>) => Object.entries(record) as [K, V][];

const duration = (seconds: number): string =>
  seconds === 0
    ? 'immediately'
    : seconds < 60
      ? `${seconds} s`
      : seconds < 3600
        ? `${seconds / 60} min`
        : `${seconds / 3600} h`;

const schemaText = globSync('schema/*.graphql', { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'));
const schema = buildSchema(schemaText.join('\n'));
const alertCodes = schema.getType('AlertCode') as GraphQLEnumType;
/** Each error code, with its meaning. */
export const errorCodes = (schema.getType('UserErrorCode') as GraphQLEnumType).getValues();
const thresholds = (schema.getType('NotificationThresholds') as GraphQLObjectType).getFields();

const unread = () => {
  throw new Error('the docs show no values');
};

const registries = {
  agent: () => agentRegistry(unread),
  gateway: () => gatewayRegistry(unread),
  'control plane': () =>
    prometheusMeasures({
      ...{ version: '', openStreams: unread, pool: unread, isBusOpen: unread, isLeaseHeld: unread },
      openIncidents: unread,
      lastBackup: unread,
    }).registry,
};

/** A program's metrics with this prefix. prom-client does not type a metric's labels. */
function metrics(program: keyof typeof registries, prefix: string, common: readonly string[] = []): string {
  const registry = registries[program]();
  const found = registry.getMetricsAsArray() as unknown as { name: string; help: string; labelNames: string[] }[];
  const rows = found
    .filter(({ name }) => name.startsWith(prefix))
    .map(({ name, labelNames, help }) => {
      const labels = labelNames.filter((label) => !common.includes(label));
      return [code(name), labels.map(code).join(', '), help];
    });
  return table(['metric', common.length === 0 ? 'labels' : 'additional labels', 'description'], rows);
}

const consumerPresets = rpcPresetNames.filter((name) => name !== 'administrator');

/** The README's table of all documents, with links as seen from docs/. */
function documentTable(): string {
  const [, found = ''] = /^## Documentation\n\n(.*?)\n\n/ms.exec(readDocument('README.md')) ?? [];
  return found.replaceAll('](', '](../').replaceAll('](../docs/', '](');
}

/** A file that a test starts. */
const configuration = (file: string, language = 'text'): string =>
  `\n\`\`\`${language}\n${readDocument(`templates/${file}`)}\`\`\`\n`;

/** The tables and files in the docs, by the name in their markers. */
const tables = {
  'high-availability-etcd': () => configuration('high-availability/etcd', 'ini'),
  'high-availability-patroni': () => configuration('high-availability/patroni.yml', 'yaml'),
  'high-availability-haproxy': () => configuration('high-availability/haproxy.cfg', 'text'),
  documents: documentTable,
  bench: () => resultsTables(readResults(), table),
  'network-ports': () =>
    table(
      ['network', 'RPC', 'peer-to-peer'],
      networks.map((network) => {
        const { rpcPort, p2pPort } = networkFacts(network);
        return [network, String(rpcPort), String(p2pPort)];
      }),
    ),
  events: () =>
    table(
      ['kind', 'level', 'when'],
      Object.entries(eventKinds).map(([kind, { level, when }]) => [code(kind), level, when]),
    ),
  errors: () =>
    table(
      ['code', 'retryable', 'meaning'],
      errorCodes.map(({ name, description }) => [
        `[${code(name)}](${errorDocument(name as UserErrorCode).replace('/docs/errors.html', '../errors.md')})`,
        retryableCodes.has(name as UserErrorCode) ? 'yes' : '',
        description ?? '',
      ]),
    ),
  settings: () =>
    table(
      ['key', 'default', 'description'],
      [
        ...settingList.map(({ key, defaultText, help }) => [code(key), defaultText ?? '', help]),
        [code(apiKeyFileKey), '', 'file with the host’s API key, mode 600; see below'],
      ],
    ),
  rules: () =>
    table(
      ['code', 'severity', 'condition', 'opens after', 'closes after', 'suppressed by', 'action'],
      typedEntries(ruleCatalog).map(([rule, { severity, openAfter, closeAfter, causes }]) => [
        ...[code(rule), severity, alertCodes.getValue(rule)?.description ?? ''],
        ...[duration(openAfter(thresholdsOf())), duration(closeAfter)],
        ...[causes.map(code).join(', '), advice[rule]],
      ]),
    ),
  thresholds: () =>
    table(
      ['threshold', 'default', 'lowest', 'highest', 'per node', 'meaning'],
      typedEntries(thresholdBounds).map(([name, bounds]) => [
        ...[code(name), String(bounds.default), String(bounds.min), String(bounds.max)],
        ...[name in nodeThresholdBounds ? 'yes' : '', thresholds[name]?.description ?? ''],
      ]),
    ),
  'agent-metrics': () => metrics('agent', 'satrap_agent_'),
  'node-metrics': () => metrics('agent', 'satrap_node_', ['node', 'network']),
  'gateway-metrics': () => metrics('gateway', 'satrap_gateway_'),
  'rpc-presets': () =>
    table(
      ['method', 'kind', ...consumerPresets],
      rpcMethods
        .filter(({ name }) => consumerPresets.some((preset) => rpcPresets[preset].methods.includes(name)))
        .toSorted((a, b) => a.name.localeCompare(b.name))
        .map(({ name, kind }) => [
          ...[code(name), kind.replaceAll('_', ' ')],
          ...consumerPresets.map((preset) => (rpcPresets[preset].methods.includes(name) ? 'yes' : '')),
        ]),
    ),
  'control-plane-metrics': () => metrics('control plane', 'satrap_'),
  'control-plane-settings': () =>
    table(
      ['option', 'variable', 'default', 'description'],
      serveOptions.map(({ flags, envVar = '', defaultValue, defaultValueDescription, description }) => [
        ...[code(flags), envVar && code(envVar)],
        ...[String(defaultValueDescription ?? defaultValue ?? ''), description],
      ]),
    ),
  'proxy-nginx': () => configuration('proxies/nginx.conf', 'nginx'),
  'proxy-caddy': () => configuration('proxies/Caddyfile'),
  'proxy-haproxy': () => configuration('proxies/haproxy.cfg'),
  'proxy-nginx-path': () => configuration('proxies/nginx-path.conf', 'nginx'),
  'proxy-caddy-path': () => configuration('proxies/Caddyfile-path'),
  'proxy-haproxy-path': () => configuration('proxies/haproxy-path.cfg'),
  tls: () => configuration('control-plane-tls.env'),
  'exit-codes': () =>
    table(
      ['exit code', 'JSON', 'meaning'],
      Object.entries(exitCodes).map(([name, { code, when }]) => [String(code), code === 0 ? '' : `\`${name}\``, when]),
    ),
  commands: async () =>
    table(
      ['command', 'description'],
      flatten(await commandTree(releasedCommands))
        .filter(({ commands }) => commands.length === 0)
        .map(({ words, description }) => [code(words), description]),
    ),
};

/** The documents with tables. */
export const documents = globSync('docs/**/*.md', { cwd: root });

/** Regenerates a document's tables and files. Throws for an unknown marker. */
export async function withTables(text: string): Promise<string> {
  let renewed = text;
  for (const [, name = ''] of text.matchAll(/<!-- begin ([\w-]+) -->/g)) {
    const make = Object.entries(tables).find(([known]) => known === name)?.[1];
    const [before, rest] = renewed.split(`<!-- begin ${name} -->`);
    const after = rest?.split(`<!-- end ${name} -->`)[1];
    if (make === undefined || after === undefined) throw new Error(`table ${name} is unknown or has no end marker`);
    renewed = `${before}<!-- begin ${name} -->\n${await make()}\n<!-- end ${name} -->${after}`;
  }
  return renewed;
}

export const readDocument = (file: string): string => readFileSync(join(root, file), 'utf8');

if (import.meta.main)
  for (const file of documents) writeFileSync(join(root, file), await withTables(readDocument(file)));
