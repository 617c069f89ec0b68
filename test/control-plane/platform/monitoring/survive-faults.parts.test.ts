import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { isFatal } from '../../../../src/control-plane/platform/monitoring/survive-faults.ts';

const module = (path: string) => JSON.stringify(new URL(`../../../../src/${path}`, import.meta.url).href);

/** Runs code in a process that survives faults, with a server whose response is then checked. */
function afterwards(lines: string) {
  const program = `
    import { pino } from 'pino';
    import { surviveFaults } from ${module('control-plane/platform/monitoring/survive-faults.ts')};
    import { prometheusMeasures } from ${module('control-plane/platform/monitoring/prometheus-measures.ts')};
    import { createServer } from 'node:http';
    import { once } from 'node:events';
    const measures = prometheusMeasures({ openStreams: () => 0, pool: () => ({}), openIncidents: async () => new Map() });
    surviveFaults({ log: pino(), measures });
    const server = createServer((_, response) => response.end('up')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    setTimeout(() => { ${lines} }, 0);
    setTimeout(async () => {
      console.log(await (await fetch('http://127.0.0.1:' + server.address().port)).text());
      console.log(await measures.registry.getSingleMetricAsString('satrap_unhandled_errors_total'));
      process.exit(0);
    }, 10);`;
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    ...{ encoding: 'utf8', timeout: 60_000, cwd: new URL('../../../..', import.meta.url).pathname },
  });
  return { status, stdout, errors: stdout.split('\n').filter((line) => line.includes('"level":50')).length };
}

test('invariant 12: logs and counts unhandled errors, serves on, and bounds the log', () => {
  const { status, stdout, errors } = afterwards(`
    Promise.reject(new Error('first')); Promise.reject('no error'); queueMicrotask(() => { throw new Error('third'); });
    for (let n = 0; n < 1000; n++) Promise.reject(new Error('again'));`);
  expect(status).toBe(0);
  expect(stdout).toContain('\nup\n');
  for (const text of ['first', 'no error', 'third']) expect(stdout).toContain(text);
  expect(stdout).toContain('satrap_unhandled_errors_total{kind="rejection"} 1002');
  expect(stdout).toContain('satrap_unhandled_errors_total{kind="exception"} 1');
  expect(errors).toBeLessThan(100);
});

test('the process exits after an error that leaves it in an unknown state', () => {
  const { status, stdout } = afterwards(
    "Promise.reject(Object.assign(new Error('node is broken'), { code: 'ERR_INTERNAL_ASSERTION' }))",
  );
  expect(status).toBe(1);
  expect(stdout).toContain('"level":60');
  expect(stdout).not.toContain('\nup\n');
  expect(isFatal(new RangeError('Array buffer allocation failed'))).toBe(true);
  expect(isFatal(new RangeError('Invalid array length'))).toBe(false);
});
