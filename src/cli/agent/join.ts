import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { DoctorSettings } from '../../agent/doctor/gather.ts';
import { readIfThere } from '../../agent/settings/config-file.ts';
import { settingOptions } from '../../agent/settings/options.ts';
import { endpointUrl, isPlainHttp } from '../../contract/endpoint-url.ts';
import { namePattern, nameRule } from '../../contract/names.ts';
import { errorMessage } from '../../text/error-message.ts';
import { CommandError } from '../command-error.ts';
import { defineCommand, option, requiredOption } from '../options.ts';
import { printLines } from '../output.ts';
import { readSecret } from '../prompt.ts';
import { settingsOrFaults } from './doctor.ts';
import { deregister, storedExecutorId, storeExecutorId } from './install/installed-agent.ts';
import { prepareJoin, storeJoin } from './join-files.ts';
import { shellConnection } from './shell-connection.ts';
import { dataDirOption } from './status.ts';

/** Flags that become settings of the agent. */
export interface Connection {
  url?: string | undefined;
  name?: string | undefined;
  insecureHttp?: boolean | undefined;
  caFile?: string | undefined;
  proxy?: string | undefined;
  dockerSocket?: string | undefined;
}

export const tokenFileOption = option(
  '--token-file <file>',
  'file with the token (default: SATRAP_ENROLMENT_TOKEN, standard input, or a prompt)',
);

export const connectionOptions = [
  option(
    '--executor-id <id>',
    'with a recovery token, if the agent’s store is lost: the executor id of the containers and volumes here',
  ),
  option('--insecure-http', 'allow plain http to another host'),
  option('--ca-file <file>', 'additional CA certificates to trust (PEM)'),
  option('--proxy <url>', 'HTTP proxy for the control plane'),
] as const;

/** Throws CommandError for a URL that sends the key in plain text, unless that is allowed. */
export function refusePlainHttp({ url, insecureHttp = false }: Connection): void {
  if (url !== undefined && isPlainHttp(url) && !insecureHttp)
    throw new CommandError(
      `${url} is plain http, which sends the key unencrypted; use https, or add --insecure-http`,
      'usage',
    );
}

/** Returns the given settings by their keys in the file. */
function settingsOfConnection(given: Connection): Record<string, string> {
  const settings = {
    url: given.url,
    name: given.name,
    insecure_http: given.insecureHttp?.toString(),
    ca_file: given.caFile === undefined ? undefined : resolve(given.caFile),
    proxy: given.proxy,
    docker_socket: given.dockerSocket,
  };
  return Object.fromEntries(
    Object.entries(settings).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}

/**
 * Returns the settings that an installation changes on a host that has joined, by their keys in the file, whose current values are
 * `present`. Throws CommandError for another name, which requires joining again.
 */
export function settingsToChange(
  connection: Connection,
  present: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const { name } = connection;
  if (name !== undefined && present['name'] !== undefined && present['name'] !== name)
    throw new CommandError(
      `this host has joined as ${String(present['name'])}; to join again as ${name}, add --token-file`,
      'usage',
    );
  const given = Object.entries(settingsOfConnection(connection));
  return Object.fromEntries(given.filter(([key, value]) => String(present[key]) !== value));
}

interface JoinOptions extends Connection {
  url: string;
  /** Default: from the configuration file, else the host name. */
  name?: string;
  dataDir: string;
  config: string;
  tokenFile?: string;
  executorId?: string;
}

export function register(agent: Command): void {
  const env = process.env;
  defineCommand(agent, 'join', 'exchange an enrolment token for this host’s API key', [
    requiredOption('--url <url>', 'control plane URL').argParser(endpointUrl).default(env['SATRAP_AGENT_URL']),
    tokenFileOption,
    option('--name <name>', 'name of this host (default: from the configuration file, else the host name)'),
    dataDirOption(),
    option('--config <file>', 'the agent’s configuration file', String, '/etc/satrap/agent.toml'),
    ...connectionOptions,
  ])
    .action(async (options) => {
      const joined = await join(options);
      printLines([
        ...(await joined.store()),
        `Start the agent: systemctl enable --now satrap-agent, or: satrap agent run${joined.runFlags}`,
      ]);
    })
    .addHelpText('after', '\nCreate a token with: satrap tokens create');
}

/** Validates as the agent does, so that it starts with the new key. Throws CommandError. */
function requireConnection(given: { url: string; proxy: string | undefined }): void {
  for (const key of ['url', 'proxy'] as const) {
    const fault = given[key] === undefined ? undefined : settingOptions[key].shape().safeParse(given[key]).error;
    if (fault !== undefined) throw new CommandError(`--${key} ${fault.issues[0]?.message}`, 'usage');
  }
}

/** Deregisters from the previous control plane, if this host moves to another one. */
async function leaveFormer(former: DoctorSettings, url: string): Promise<string[]> {
  if (!('settings' in former) || former.settings.url === url) return [];
  const reason = await deregister(former);
  return [
    reason === null
      ? `Deregistered from ${former.settings.url}, which shows the host as uninstalled.`
      : `Could not deregister from ${former.settings.url} (${reason}). If it still exists, it shows the host as offline, and the key of ${former.settings.name} is valid there: satrap keys list, satrap keys revoke ID.`,
  ];
}

/**
 * Gets a key for this host. Changes nothing on the host until `store`, which writes the key and the settings, deregisters from another
 * control plane, and returns lines to print. Throws CommandError, as does `store`.
 */
export async function join(given: JoinOptions) {
  const { values } = readIfThere(given.config);
  const configured = (key: 'name' | 'ca_file' | 'proxy') => {
    const value = values[key];
    return typeof value === 'string' ? value : undefined;
  };
  const { dataDir, config, tokenFile } = given;
  const url = endpointUrl(given.url);
  const shell = shellConnection(url);
  const caFile = given.caFile ?? configured('ca_file') ?? shell.caFile;
  const proxy = given.proxy ?? configured('proxy') ?? shell.proxy;
  const name = given.name ?? configured('name') ?? hostname();
  const connection = { ...given, url, name, caFile, proxy };
  refusePlainHttp(connection);
  if (!namePattern.test(name))
    throw new CommandError(`${name} is not a valid name: it ${nameRule}; set another one with --name`, 'usage');
  // Before the token is used, which works once.
  const plan = prepareJoin(given, settingsOfConnection(connection));
  requireConnection({ url, proxy });
  const token = await readSecret('enrolment token', tokenFile, 'SATRAP_ENROLMENT_TOKEN');
  await applyToProcess({ caFile, proxy, env: shell.isDirect ? {} : process.env });
  // Loaded here, because the agent itself never needs them.
  const [{ callWithoutKey }, { EnrolExecutorDocument }] = await Promise.all([
    import('../call.ts'),
    import('../../contract/agent-operations.generated.ts'),
  ]);
  const former = settingsOrFaults({ config, dataDir });
  const stored = storedExecutorId(dataDir);
  const executorId = stored ?? given.executorId ?? null;
  if (executorId !== (given.executorId ?? executorId))
    throw new CommandError(
      `this host is already executor ${executorId}; omit --executor-id. To become ${given.executorId} instead: satrap agent uninstall, then satrap hosts delete ${executorId}, then join again`,
      'usage',
    );
  const currentKey = heldKey(former, url);
  const data = { token, name, instanceId: randomUUID(), executorId, currentKey };
  const { enrolExecutor } = await callWithoutKey(url, EnrolExecutorDocument, { data });
  return {
    runFlags: plan.runFlags,
    store: async () => {
      storeJoin(plan, enrolExecutor.secret);
      if (executorId !== stored && executorId !== null) storeExecutorId(dataDir, executorId);
      return [
        `${name} joined ${enrolExecutor.organizationName}. Its key is in ${plan.keyFile}; the agent rotates it before it expires.`,
        ...(await leaveFormer(former, url)),
      ];
    },
  };
}

/** Returns the key that this host holds of a control plane, which gets no key of another one; null without one. */
function heldKey(former: DoctorSettings, url: string): string | null {
  if (!('settings' in former) || former.settings.url !== url) return null;
  return former.settings.apiKey;
}

/** Makes this process trust a CA file and use a proxy: the given one, else the environment's. Throws CommandError. */
async function applyToProcess({
  caFile,
  proxy,
  env,
}: {
  caFile?: string | undefined;
  proxy?: string | undefined;
  env: NodeJS.ProcessEnv;
}): Promise<void> {
  const { default: http } = await import('node:http');
  try {
    http.setGlobalProxyFromEnv(proxy === undefined ? env : { ...env, http_proxy: proxy, https_proxy: proxy });
  } catch {
    // Without the error's message, which holds the URL with its password.
    throw new CommandError('invalid proxy: HTTP_PROXY or HTTPS_PROXY must be an http or https URL', 'usage');
  }
  if (caFile === undefined) return;
  const { default: tls } = await import('node:tls');
  try {
    tls.setDefaultCACertificates([...tls.getCACertificates('default'), readFileSync(caFile, 'utf8')]);
  } catch (error) {
    throw new CommandError(`invalid certificates in ${caFile}: ${errorMessage(error)}`, 'usage');
  }
}
