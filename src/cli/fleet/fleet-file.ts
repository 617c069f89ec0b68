import { InvalidArgumentError } from 'commander';
import { z } from 'zod';
import { clients } from '../../bitcoin/clients/registry.ts';
import { networks } from '../../bitcoin/network.ts';
import { isSecretKey } from '../../bitcoin/secret-keys.ts';
import { customSignet } from '../../bitcoin/signet.ts';
import { maxMaintenanceWindows } from '../../contract/limits.ts';
import { readWindow } from '../../contract/maintenance-text.ts';
import { thresholdBounds } from '../../contract/thresholds.ts';
import { isTimeZone } from '../../contract/time-zones.ts';
import type { MaintenanceWindow } from '../../contract/types.generated.ts';
import { consumerPresets } from '../endpoints/presets.ts';
import { type KeyValue, number, size, wholeNumber } from '../options.ts';
import { consumerName, objectName } from './object-names.ts';
import { readYaml } from './read-yaml.ts';

/** Parses a text as the option of a command does. */
const parsed = <T>(parse: (text: string) => T) =>
  z.string().transform((text, { addIssue }): T => {
    try {
      return parse(text);
    } catch (error) {
      if (!(error instanceof InvalidArgumentError)) throw error;
      addIssue({ code: 'custom', message: error.message.replace(/^It |\.$/g, '') });
      return z.NEVER;
    }
  });

const text = z.string().min(1);
const yesOrNo = z.enum(['true', 'false']).transform((word) => word === 'true');
const labels = z.record(text, z.string());

const overrideKey = text.refine((key) => !isSecretKey(key), {
  error: 'is a secret, which no file has; set it with: satrap nodes update NODE --set KEY=VALUE',
});

const overrideValue = z.union([z.string(), z.array(z.string())], { error: 'must be a text or a list of texts' });

const resources = z
  .strictObject({
    cpuCores: parsed(number).optional(),
    memory: parsed(size('MiB')).optional(),
    disk: parsed(size('GiB')).optional(),
  })
  .transform(({ cpuCores, memory: memoryMiB, disk: diskGiB }) => ({ cpuCores, memoryMiB, diskGiB }));

const signet = z
  .strictObject({ challenge: text, seedNodes: z.array(text).optional() })
  .transform(({ challenge, seedNodes }) => {
    const whole = customSignet({ challenge, seedNodes });
    return seedNodes === undefined ? { challenge: whole.challenge } : whole;
  });

/** Whole: what it leaves out, the node has not. */
const tor = z
  .strictObject({ mode: z.enum(['off', 'own']), proxy: text.optional(), onionAddress: text.optional() })
  .transform(({ mode, proxy = null, onionAddress = null }) => ({ mode, proxy, onionAddress }));

const node = z.strictObject({
  name: text,
  host: text.optional(),
  hostLabels: labels.optional(),
  network: z.enum(networks),
  signet: signet.optional(),
  client: z.enum(clients).optional(),
  clientVersion: text.optional(),
  tor: tor.optional(),
  nodeType: z.enum(['full', 'pruned']).optional(),
  resources: resources.optional(),
  conf: text.optional(),
  overrides: z.record(overrideKey, overrideValue).optional(),
  labels: labels.optional(),
  desiredState: z.enum(['running', 'stopped']).optional(),
  dataRoot: text.optional(),
  revertFailedChange: yesOrNo.optional(),
});

const thresholds = Object.keys(thresholdBounds);

const notifications = z.strictObject({
  thresholds: z
    .strictObject(Object.fromEntries(thresholds.map((name) => [name, parsed(number).optional()])))
    .optional(),
});

const host = z.strictObject({ labels: labels.optional() });

const secretFrom = z
  .strictObject({ env: text.optional(), file: text.optional() })
  .refine(({ env, file }) => (env === undefined) !== (file === undefined), {
    error: 'must have one of env and file; the secret itself is in no file',
  });

const channel = z.strictObject({
  kind: z.enum(['webhook', 'email', 'slack', 'telegram', 'ntfy']),
  to: z
    .union([text, z.array(text)], { error: 'must be a text or a list of texts' })
    .transform((given) => [given].flat())
    .optional(),
  secretFrom: secretFrom.optional(),
  secretFile: text.optional(),
  severity: z.enum(['info', 'warning', 'critical']).optional(),
  enabled: yesOrNo.optional(),
});

/** What a file calls the schedule of the nodes without a schedule of a label. */
export const defaultSchedule = 'default';

const scheduleName = text.refine((name) => name === defaultSchedule || name.indexOf('=') > 0, {
  error: `must be ${defaultSchedule}, or a label such as region=eu`,
});

const window = text.refine((name) => readWindow(name)?.timeZone === null, {
  error: 'must be a window such as Sat,Sun 02:00-05:00, without a time zone',
});

const schedule = z
  .strictObject({
    timeZone: text
      .refine(isTimeZone, { error: 'must be a time zone of the IANA database, such as Europe/Berlin' })
      .optional(),
    windows: z.array(window).max(maxMaintenanceWindows, { error: `must be at most ${maxMaintenanceWindows} windows` }),
  })
  .refine(({ timeZone, windows }) => timeZone !== undefined || windows.length === 0, {
    path: ['timeZone'],
    error: 'is required',
  });

const consumer = z.strictObject({
  preset: z.enum(consumerPresets).optional(),
  addedMethods: z.array(text).optional(),
  removedMethods: z.array(text).optional(),
  callsPerSecond: parsed(wholeNumber(1, 100_000)).optional(),
  callsInFlight: parsed(wholeNumber(1, 10_000)).optional(),
  secretFile: text.optional(),
});

/** What a file calls the absence of TLS or of a pinned block. */
export const none = 'none';

const tlsFiles = z.strictObject({ certFile: text, keyFile: text });

const endpoint = z
  .strictObject({
    network: z.enum(networks),
    nodes: z.array(text).optional(),
    nodeLabels: labels.optional(),
    hosts: z.array(text),
    address: text.optional(),
    port: parsed(wholeNumber(1024, 65_535)),
    tls: z.union([z.literal(none), tlsFiles], { error: `must be ${none}, or have certFile and keyFile` }).optional(),
    pinnedBlockHash: text.optional(),
    consumers: z.record(text, consumer).optional(),
  })
  .refine(({ nodes, nodeLabels }) => (nodes === undefined) !== (nodeLabels === undefined), {
    error: 'must have one of nodes and nodeLabels',
  });

/** Names the objects of a file that it can rename. */
const describedNames = ({ nodes = [], endpoints = {} }: Described): Set<string> =>
  new Set([
    ...nodes.map(({ name }) => `node ${name}`),
    ...Object.entries(endpoints).flatMap(([name, { consumers = {} }]) => [
      `endpoint ${name}`,
      ...Object.keys(consumers).map((each) => `consumer ${consumerName(name, each)}`),
    ]),
  ]);

interface Described {
  nodes?: readonly { name: string }[] | undefined;
  endpoints?: Readonly<Record<string, { consumers?: object | undefined }>> | undefined;
}

/** Returns what is wrong with an entry of `moved`. */
function movedFault(described: ReadonlySet<string>, from: string, to: string): string | undefined {
  const { type, name } = objectName(from);
  const article = type === 'endpoint' ? 'an' : 'a';
  if (described.has(`${type} ${name}`)) return `is still the name of ${article} ${type} here; remove one of them`;
  if (!described.has(`${type} ${to}`)) return `names ${to}, which is no ${type} of this file`;
  const [before] = name.split('/');
  const [after] = to.split('/');
  return type === 'consumer' && before !== after ? 'must stay at its endpoint' : undefined;
}

const fleet = z
  .strictObject({
    nodes: z
      .array(node)
      .check(({ value, issues }) => {
        for (const [index, { name }] of value.entries())
          if (value.findIndex((other) => other.name === name) < index)
            issues.push({
              code: 'custom',
              message: `names ${name} again; remove one of them`,
              path: [index, 'name'],
              input: name,
            });
      })
      .optional(),
    hosts: z.record(text, host).optional(),
    channels: z.record(text, channel).optional(),
    maintenance: z.record(scheduleName, schedule).optional(),
    endpoints: z.record(text, endpoint).optional(),
    notifications: notifications.optional(),
    moved: z.record(text, text).optional(),
  })
  .check(({ value: { nodes, endpoints, moved = {} }, issues }) => {
    const described = describedNames({ nodes, endpoints });
    for (const [from, to] of Object.entries(moved)) {
      const message = movedFault(described, from, to);
      if (message !== undefined) issues.push({ code: 'custom', message, path: ['moved', from], input: to });
    }
  });

/** What a file describes, with the units of the API. */
export type Fleet = z.output<typeof fleet>;
/** `conf` is replaced by its result before anything is planned. */
export type FleetNode = Omit<z.output<typeof node>, 'conf'>;
export type FleetHost = z.output<typeof host>;
export type FleetChannel = z.output<typeof channel>;
export type FleetNotifications = z.output<typeof notifications>;
export type FleetSchedule = z.output<typeof schedule>;
export type FleetEndpoint = z.output<typeof endpoint>;
export type FleetConsumer = z.output<typeof consumer>;

/** Returns the label that names a schedule in a file; null for the default one. */
export function labelOfSchedule(name: string): KeyValue | null {
  const at = name.indexOf('=');
  return name === defaultSchedule ? null : { key: name.slice(0, at), value: name.slice(at + 1) };
}

export const windowsInFile = (texts: readonly string[]): MaintenanceWindow[] =>
  texts.flatMap((each) => readWindow(each)?.window ?? []);

const keysOf = ({ shape }: { shape: object }): string[] => Object.keys(shape);

const fields = [
  ...[fleet, node, signet.in, tor.in, resources.in, host, channel, secretFrom, schedule, notifications].flatMap(keysOf),
  ...[endpoint, tlsFiles, consumer].flatMap(keysOf),
  ...thresholds,
];

/** Reads the YAML of a file. Throws CommandError with the line of each fault. */
export const readFleetFile = (yaml: string, file: string) => readYaml(fleet, fields, yaml, file);

export const parseFleet = (yaml: string, file: string): Fleet => readFleetFile(yaml, file).data;
