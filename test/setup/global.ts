import 'vitest';
import Docker from 'dockerode';
import type { TestProject } from 'vitest/node';
import { ensureClientImages } from '../../src/devhost/client-image.ts';
import { ensureEngine } from '../../src/devhost/engine.ts';
import { takeDefaultPorts } from './default-ports.ts';
import { startPostgres } from './postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Socket of the Docker engine that the tests use. */
    dockerSocket: string;
    /** Image by client version. */
    clientImages: Record<string, string>;
    /** A PostgreSQL server; each test file makes a database of its own in it. */
    postgresUrl: string;
  }
}

const say = (line: string): void => console.log(`set-up: ${line}`);

/** Brings up the real parts that the tests run on, and takes down those that it started. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const signal = AbortSignal.timeout(10 * 60_000);
  const engine = await ensureEngine({ say, signal, dockerHost: process.env['DOCKER_HOST'] });
  const docker = new Docker({ socketPath: engine.socketPath });
  const { images } = await ensureClientImages({ docker, say, signal, prefer: 'stand-in' });
  const ports = await takeDefaultPorts();
  const postgres = await startPostgres(signal, { survivesPowerCuts: false });
  project.provide('dockerSocket', engine.socketPath);
  project.provide('clientImages', images);
  project.provide('postgresUrl', postgres.url);
  return async () => {
    ports[Symbol.dispose]();
    await postgres.stop();
    await engine.stop();
  };
}
