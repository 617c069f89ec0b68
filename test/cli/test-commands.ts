import { beforeAll } from 'vitest';
import type { TestControlPlane, TestControlPlaneOptions } from '../harness/control-plane.ts';
import { TestExecutor } from '../harness/executor.ts';
import type { Outcome } from '../harness/satrap.ts';
import { satrapHere } from '../harness/satrap-here.ts';
import { sharedControlPlane } from '../harness/shared-control-plane.ts';

interface Node {
  id: string;
  revision: number;
  resources: { memoryMiB: number };
  tor: object | null;
}

/** The command that creates a node on the executor frankfurt. */
export const createLine = (name: string, more = ''): string =>
  `nodes create ${name} --host frankfurt --network regtest --client-version 28.1 --cpus 0.5 --memory 512 --disk 5 ${more}`.trimEnd();

/** A control plane with the executor frankfurt for the tests of a file, and the commands that people run with it. */
export class TestCommands {
  readonly controlPlane: TestControlPlane;
  /** Read it within a test. */
  executor!: TestExecutor;

  constructor(options: TestControlPlaneOptions = {}) {
    this.controlPlane = sharedControlPlane({ heartbeatSeconds: 60, ...options });
    beforeAll(async () => {
      this.executor = await TestExecutor.withKey(this.controlPlane, 'frankfurt');
      await this.executor.sync();
    });
  }

  /** The environment of a person with this key. */
  env(key = this.controlPlane.personalKey): Record<string, string> {
    return { SATRAP_URL: this.controlPlane.url, SATRAP_API_KEY: key };
  }

  /** Runs a command, by default as the administrator. */
  run(words: string | readonly string[], key?: string): Promise<Outcome> {
    return satrapHere(words, this.env(key));
  }

  /** Runs a command and returns what it prints. */
  readonly stdout = async (words: string | readonly string[]): Promise<string> => (await this.run(words)).stdout;
  readonly stderr = async (words: string | readonly string[]): Promise<string> => (await this.run(words)).stderr;

  /** Returns the JSON of a command that must succeed. */
  async json(words: string): Promise<never> {
    const { code, stdout, stderr } = await this.run(`${words} --json`);
    if (code !== 0) throw new Error(stderr);
    return JSON.parse(stdout) as never;
  }

  /** Creates a node and returns its JSON. */
  readonly createNode = (name: string, more = ''): Promise<Node> => this.json(createLine(name, more));
  readonly showNode = (name: string): Promise<Node> => this.json(`nodes show ${name}`);
}
