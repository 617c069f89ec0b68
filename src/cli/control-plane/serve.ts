import type { Command } from 'commander';
import { ControlPlaneSetupError, NotInitialised } from '../../control-plane/settings.ts';
import { serviceManager } from '../../service-manager/service-manager.ts';
import { systemClock } from '../../timing/clock.ts';
import { toCommandError } from '../command-error.ts';
import { defineCommand } from '../define-command.ts';
import { logsToJournal, serviceLog } from '../log.ts';
import { releaseStartMemory } from '../release-start-memory.ts';
import { untilStopped } from '../until-stopped.ts';
import { portWarning, type ServeOptions, serveOptions, serveSettings } from './options.ts';

export function register(controlPlane: Command): void {
  defineCommand(controlPlane, 'serve', 'serve the API', serveOptions, serve);
}

async function serve(options: ServeOptions): Promise<void> {
  const settings = serveSettings(options);
  const [{ serveControlPlane }, { RequestScope }, { surviveFaults }, { errorForLog }] = await Promise.all([
    import('../../control-plane/serve.ts'),
    import('../../control-plane/platform/monitoring/request-scope.ts'),
    import('../../control-plane/platform/monitoring/survive-faults.ts'),
    import('../../control-plane/platform/database/connection-fault.ts'),
  ]);
  const format = logsToJournal(process.env) ? 'journal' : 'json';
  const level = process.env['SATRAP_LOG_LEVEL'] ?? 'info';
  const requests = new RequestScope();
  const log = serviceLog(format, { level, serializers: { err: errorForLog }, mixin: requests.fields });
  const running = await serveControlPlane(settings, log, requests).catch((error: unknown) => {
    // 2, as for a wrong option: systemd does not restart it.
    throw toCommandError(toCommandError(error, NotInitialised, 2), ControlPlaneSetupError);
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
