import { Command, Option } from 'commander';
import { pino } from 'pino';
import { CreateApiKeyDocument, GetViewerDocument } from '../contract/operations.generated.ts';
import { FolderInUse } from '../control-plane/database/folder-lock.ts';
import { type ControlPlaneSettings, ControlPlaneSetupError, defaultSettings } from '../control-plane/settings.ts';
import { Api } from './api.ts';
import { CommandFault } from './fault.ts';
import { untilStopped } from './until-stopped.ts';

interface ServerOptions {
  data: string;
  host?: string;
  port?: string;
  heartbeat?: string;
  keepEvents?: string;
  keepSamples?: string;
  development?: boolean;
}

/** `satrap control-plane …` */
export function controlPlaneCommand(): Command {
  const command = new Command('control-plane').description('the GraphQL service that people and programs drive');
  withData(command.command('serve').description('serve the API'))
    .addOption(new Option('--host <address>', 'address to listen on').env('SATRAP_HOST').default(defaultSettings.host))
    .addOption(
      new Option('--port <port>', 'port to listen on').env('SATRAP_PORT').default(String(defaultSettings.port)),
    )
    .option('--heartbeat <seconds>', 'how often agents report', String(defaultSettings.heartbeatIntervalSeconds))
    .option('--keep-events <days>', 'how long events are kept', String(defaultSettings.eventRetentionDays))
    .option('--keep-samples <days>', 'how long samples are kept', String(defaultSettings.sampleRetentionDays))
    .option('--development', 'with introspection and an explorer page')
    .action(serve);
  withData(command.command('init').description('make the first administrator and organization'))
    .requiredOption('--email <address>', 'the administrator’s e-mail address')
    .requiredOption('--organization <name>', 'the organization’s name')
    .option('--name <name>', 'the administrator’s name')
    .option('--json', 'print JSON for scripts')
    .action(init);
  withData(command.command('create-key').description('make an API key'))
    .addOption(
      new Option('--purpose <purpose>', 'executor: for an agent; personal: for your own scripts')
        .choices(['executor', 'personal'])
        .makeOptionMandatory(),
    )
    .option('--name <name>', 'to recognise it by', 'made on the command line')
    .option('--organization <name>', 'which organization, where there are several')
    .option('--json', 'print JSON for scripts')
    .action(makeKey);
  return command;
}

const withData = (command: Command): Command =>
  command.addOption(
    new Option(
      '--data <directory>',
      'for the secret file, and for the embedded database unless DATABASE_URL names a PostgreSQL',
    )
      .env('SATRAP_CONTROL_PLANE_DATA')
      .default(defaultSettings.dataDir),
  );

async function serve(options: ServerOptions): Promise<void> {
  const settings = settingsOf(options);
  const { serveControlPlane } = await import('../control-plane/serve.ts');
  const { errorForLog } = await import('../control-plane/database/error-log.ts');
  const log = pino({ level: process.env['SATRAP_LOG_LEVEL'] ?? 'info', serializers: { err: errorForLog } });
  const running = await orFault(serveControlPlane(settings, log));
  log.info(
    { url: running.url, database: settings.databaseUrl === undefined ? 'embedded' : 'PostgreSQL' },
    'the control plane serves',
  );
  await untilStopped();
  await running.close();
  log.info('the control plane has ended');
}

async function init(
  options: ServerOptions & { email: string; organization: string; name?: string; json?: boolean },
): Promise<void> {
  const { initControlPlane } = await import('../control-plane/init.ts');
  const made = await orFault(initControlPlane(settingsOf(options), options, quietLog()));
  if (options.json) return console.log(JSON.stringify(made, null, 2));
  console.log(
    [
      `Made the organization ${options.organization} (${made.organizationId}) and its owner ${made.email}.`,
      '',
      `Password:          ${made.password}`,
      `Personal API key:  ${made.personalKey}`,
      '',
      'Both are shown only now. Next: satrap control-plane serve',
    ].join('\n'),
  );
}

async function makeKey(
  options: ServerOptions & { purpose: 'executor' | 'personal'; name: string; organization?: string; json?: boolean },
): Promise<void> {
  const made = await makeKeyDirectly(settingsOf(options), options).catch((error: unknown) => {
    const byApi = error instanceof FolderInUse && (process.env['SATRAP_API_KEY'] ?? '') !== '';
    if (byApi && error.url !== undefined) return makeKeyThroughApi(error.url, options);
    throw asFault(error);
  });
  if (options.json) console.log(JSON.stringify(made, null, 2));
  else {
    // The key alone on standard output, so that it can go straight into a file.
    console.log(made.key);
    console.error('The key is shown only now. Keep it in a file that only you can read.');
  }
}

async function makeKeyThroughApi(
  url: string,
  { purpose, name, organization }: { purpose: 'executor' | 'personal'; name: string; organization?: string },
) {
  const api = new Api({ url });
  if (organization !== undefined) {
    const own = (await api.call(GetViewerDocument, {})).viewer?.organization;
    if (organization !== own?.name && organization !== own?.id) {
      throw new CommandFault(
        `the key in SATRAP_API_KEY is not of the organization ${organization}${own === undefined ? '' : ` but of ${own.name}`}; use one of ${organization}`,
      );
    }
  }
  const { createApiKey } = await api.call(CreateApiKeyDocument, { input: { purpose, name } });
  return { id: createApiKey.apiKey.id, key: createApiKey.secret };
}

async function makeKeyDirectly(
  settings: ControlPlaneSettings,
  options: { purpose: 'executor' | 'personal'; name: string; organization?: string },
) {
  const { createKey } = await import('../control-plane/create-key.ts');
  return createKey(settings, options, quietLog());
}

const quietLog = () => pino({ level: 'error' });

function settingsOf(options: ServerOptions): ControlPlaneSettings {
  return {
    host: options.host ?? defaultSettings.host,
    port: whole('--port', options.port ?? '0', 0, 65_535),
    dataDir: options.data,
    databaseUrl: process.env['DATABASE_URL'] || undefined,
    production: options.development !== true,
    heartbeatIntervalSeconds: whole(
      '--heartbeat',
      options.heartbeat ?? String(defaultSettings.heartbeatIntervalSeconds),
      1,
      300,
    ),
    eventRetentionDays: whole(
      '--keep-events',
      options.keepEvents ?? String(defaultSettings.eventRetentionDays),
      1,
      36_500,
    ),
    sampleRetentionDays: whole(
      '--keep-samples',
      options.keepSamples ?? String(defaultSettings.sampleRetentionDays),
      1,
      36_500,
    ),
  };
}

function whole(flag: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most) {
    throw new CommandFault(`${flag} must be a whole number from ${least} to ${most}, not ${text}`, 2);
  }
  return value;
}

const orFault = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw asFault(error);
  });

const asFault = (error: unknown): unknown =>
  error instanceof ControlPlaneSetupError ? new CommandFault(error.message) : error;
