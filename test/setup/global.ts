import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import 'vitest';
import type { TestProject } from 'vitest/node';
import { publishedPorts } from '../../src/agent/docker/engine/containers.ts';
import { EngineClient } from '../../src/agent/docker/engine/engine-client.ts';
import { ensureClientImages } from '../../src/devhost/client-image.ts';
import { ensureEngine } from '../../src/devhost/engine.ts';
import { errorMessage } from '../../src/text/error-message.ts';
import { sharedRelease } from '../harness/shared-release.ts';
import { ensureBoxImage } from '../machine/box-image.ts';
import { ensureChromium } from './chromium.ts';
import { takeDefaultPorts } from './default-ports.ts';
import { ensurePackages } from './packages.ts';
import { startPostgres } from './postgres.ts';
import { needsBrowser } from './projects.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Socket of the Docker engine that the tests use. */
    dockerSocket: string;
    /** Image by client version. */
    clientImages: Record<string, string>;
    /** A PostgreSQL server; each test file makes a database of its own in it. */
    postgresUrl: string;
    /** For what several files need and one of them makes. It ends with the run. */
    runFolder: string;
    chromium: string;
    /** The console, as `npm test` builds it from the present sources. */
    consoleFolder: string;
  }
}

const say = (line: string): void => console.log(`set-up: ${line}`);

/** Brings up the real parts that the tests of all projects of a run share, and takes down those that it started. */
export default async function setup({ vitest }: TestProject): Promise<(() => Promise<void>) | undefined> {
  const run = vitest.getRootProject();
  // The set-up of another project has brought them up.
  if ('runFolder' in run.getProvidedContext()) return undefined;
  const signal = AbortSignal.timeout(10 * 60_000);
  const engine = await ensureEngine({ say, signal, dockerHost: process.env['DOCKER_HOST'] });
  await ensurePackages('tests', { say, signal });
  const { images } = await ensureClientImages({ socketPath: engine.socketPath, say, signal, prefer: 'stand-in' });
  const ports = await takeDefaultPorts(await publishedPorts(new EngineClient(engine.socketPath, signal)));
  const postgres = await startPostgres(signal, { survivesPowerCuts: false });
  run.provide('dockerSocket', engine.socketPath);
  run.provide('clientImages', images);
  const folder = await mkdtemp(join(tmpdir(), 'satrap-run-'));
  // Some agents run as another user, from a program in it.
  await chmod(folder, 0o711);
  run.provide('postgresUrl', postgres.url);
  run.provide('runFolder', folder);
  const selection = process.argv.slice(3).filter((word) => !word.startsWith('-'));
  if (needsBrowser(run.config.root, selection)) {
    run.provide('chromium', await ensureChromium({ say, signal }));
    run.provide('consoleFolder', builtConsole());
  }
  const ending = new AbortController();
  const isWhole = process.env['SATRAP_WHOLE_RUN'] !== undefined;
  // Once for a machine: with the tests beside it, it takes longer than a test may wait.
  if (isWhole) await ensureBoxImage('bookworm', signal, postgres.url);
  const prepared = isWhole ? prepareRelease(folder, postgres.url, ending.signal) : undefined;
  return async () => {
    ending.abort();
    await prepared;
    await rm(folder, { recursive: true, force: true });
    ports[Symbol.dispose]();
    await postgres.stop();
    await engine.stop();
  };
}

/** As `npm test` has built it. */
function builtConsole(): string {
  const folder = join(import.meta.dirname, '../../build/console');
  if (!existsSync(folder)) throw new Error('the console is not built: run “sh scripts/install.sh”');
  return folder;
}

/** Builds the release of the machine tests while the quick tests run. If it fails, the first test that needs it builds it again. */
async function prepareRelease(folder: string, postgresUrl: string, signal: AbortSignal): Promise<void> {
  try {
    await sharedRelease(folder, postgresUrl);
  } catch (error) {
    if (!signal.aborted) say(errorMessage(error));
  }
}
