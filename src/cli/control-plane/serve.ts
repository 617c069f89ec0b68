import type { Command } from 'commander';
import { systemClock } from '../../timing/clock.ts';
import { logsToJournal, serviceLog } from '../log.ts';
import { releaseStartMemory } from '../release-start-memory.ts';
import { untilStopped } from '../until-stopped.ts';
import { portWarning, type ServeOptions, serveSettings, withServeOptions, withSetupErrors } from './options.ts';

/** `satrap control-plane serve` */
export function addServeCommand(controlPlane: Command): void {
  withServeOptions(controlPlane.command('serve').description('serve the API')).action(serve);
}

async function serve(options: ServeOptions): Promise<void> {
  const settings = serveSettings(options);
  const [{ serveControlPlane }, { RequestScope }, { errorForLog }] = await Promise.all([
    import('../../control-plane/serve.ts'),
    import('../../control-plane/monitoring/request-scope.ts'),
    import('../../control-plane/database/error-log.ts'),
  ]);
  const format = logsToJournal(process.env) ? 'journal' : 'json';
  const level = process.env['SATRAP_LOG_LEVEL'] ?? 'info';
  const requests = new RequestScope();
  const log = serviceLog(format, { level, serializers: { err: errorForLog }, mixin: requests.fields });
  const running = await withSetupErrors(serveControlPlane(settings, log, requests));
  const database = settings.databaseUrl === undefined ? 'embedded' : 'PostgreSQL';
  const warning = portWarning(settings.port);
  if (warning !== null) log.warn(warning);
  log.info({ url: running.url, metrics: running.metricsUrl, database }, 'the control plane serves');
  const ending = new AbortController();
  void releaseStartMemory({ clock: systemClock, signal: ending.signal });
  await untilStopped();
  ending.abort();
  await running.close();
  log.info('the control plane has ended');
}
