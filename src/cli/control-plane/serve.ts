import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { ControlPlaneSetupError, NotInitialised, ownUrl } from '../../control-plane/settings.ts';
import { serviceManager } from '../../service-manager/service-manager.ts';
import { errorMessage } from '../../text/error-message.ts';
import { type Clock, systemClock } from '../../timing/clock.ts';
import { CommandError, toCommandError } from '../command-error.ts';
import { logsToJournal, serviceLog } from '../log.ts';
import { defineCommand } from '../options.ts';
import { untilStopped } from '../until-stopped.ts';
import { listenOptions, portWarning, type ServeOptions, serveOptions, serveSettings, tlsOptions } from './options.ts';
import { getHere } from './own-address.ts';
import { tlsFiles } from './tls-files.ts';

export function register(controlPlane: Command): void {
  defineCommand(controlPlane, 'serve', 'serve the API', serveOptions).action(serve);
  const checked = 'check that this machine’s control plane answers, as GET /healthz does';
  defineCommand(controlPlane, 'health', checked, [...listenOptions, ...tlsOptions] as const)
    .action(async (options) =>
      console.log(await askHealth(`${ownUrl({ ...options, tls: tlsFiles(options) })}/healthz`)),
    )
    .addHelpText('after', '\nExits with 1 if it does not. An unavailable database does not count.');
}

async function serve(options: ServeOptions): Promise<void> {
  const settings = serveSettings(options);
  const [{ serveControlPlane }, { RequestScope }, { surviveFaults }, { errorForLog }, { databaseErrorOf }] =
    await Promise.all([
      import('../../control-plane/serve.ts'),
      import('../../control-plane/platform/monitoring/request-scope.ts'),
      import('../../control-plane/platform/monitoring/survive-faults.ts'),
      import('../../control-plane/platform/database/connection-fault.ts'),
      import('../../control-plane/platform/database/database.ts'),
    ]);
  const format = logsToJournal(process.env) ? 'journal' : 'json';
  const level = process.env['SATRAP_LOG_LEVEL'] ?? 'info';
  const requests = new RequestScope();
  const log = serviceLog(format, { level, serializers: { err: errorForLog }, mixin: requests.fields });
  const running = await serveControlPlane(settings, log, requests).catch((error: unknown) => {
    // 2, as for a wrong option: systemd does not restart it.
    const known = toCommandError(toCommandError(error, NotInitialised, 'usage'), ControlPlaneSetupError);
    if (known instanceof CommandError) throw known;
    // With its stack, for a report. What an operator reads last is its cause.
    log.fatal({ err: error }, 'could not start');
    throw new CommandError(`could not start: ${errorMessage(databaseErrorOf(error))}`);
  });
  // From here on, because a failed start must end the process.
  surviveFaults({ log, measures: running.measures });
  const database = settings.databaseUrl === undefined ? 'embedded' : 'PostgreSQL';
  const warning = portWarning(settings.port);
  if (warning !== null) log.warn(warning);
  log.info({ url: running.url, metrics: running.metricsUrl, database }, 'started control plane');
  const ending = new AbortController();
  void releaseStartMemory({ clock: systemClock, signal: ending.signal });
  // Being called proves that the event loop runs.
  const isAlive = () => true;
  const manager = serviceManager({ env: process.env, isAlive, clock: systemClock, log });
  const reporting = manager.run(ending.signal);
  await untilStopped();
  ending.abort();
  await reporting;
  await running.close();
  log.info('stopped control plane');
  // Even if something that was not waited for is still open.
  process.exit(0);
}

const timeoutMs = 10_000;

/** Returns a control plane's health. Throws CommandError. */
async function askHealth(url: string): Promise<string> {
  try {
    const answer = await getHere(url, { signal: AbortSignal.timeout(timeoutMs) });
    const said = (await text(answer)).trim();
    if (answer.statusCode === 200) return said;
    throw new Error(`${answer.statusCode} ${said}`);
  } catch (error) {
    throw new CommandError(
      `no control plane answers at ${url} (${errorMessage(error)}); if it listens elsewhere, set --host and --port, or SATRAP_HOST and SATRAP_PORT`,
    );
  }
}

/** By then, the work of the start is complete, such as each job's first run. */
const settleMs = 5000;

/**
 * Collects garbage once after the start: parsing and compiling leave about as much garbage as live data, and V8 would keep it until the heap
 * doubles, which takes days at rest. The flavor `last-resort` also gives back the young generation, which is large for
 * thousands of streams. `collect` is Node's `gc`, enabled with `--expose-gc` in `scripts/satrap`.
 */
export async function releaseStartMemory({
  clock,
  signal,
  collect = globalThis.gc,
}: {
  clock: Clock;
  signal: AbortSignal;
  collect?: NodeJS.GCFunction | undefined;
}): Promise<void> {
  if (collect === undefined) return;
  await clock.sleep(settleMs, signal);
  if (!signal.aborted) await collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
