import { TestControlPlane } from '../harness/control-plane.ts';
import { TestExecutor } from '../harness/executor.ts';
import { type Outcome, satrap } from '../harness/satrap.ts';

interface Node {
  id: string;
  revision: number;
  resources: { memoryMiB: number };
}

/** The words of a command that creates a node on the executor frankfurt. */
export const createArgs = (name: string, ...more: string[]): string[] => [
  ...['nodes', 'create', name, '--executor', 'frankfurt', '--network', 'regtest', '--version', '28.1'],
  ...['--cpu', '0.5', '--memory', '512', '--disk', '5', ...more],
];

/** A control plane with the executor frankfurt, and the commands that people run with it. */
export class TestCommands {
  readonly controlPlane: TestControlPlane;
  readonly executor: TestExecutor;
  readonly executorKey: string;

  private constructor(controlPlane: TestControlPlane, executor: TestExecutor, executorKey: string) {
    this.controlPlane = controlPlane;
    this.executor = executor;
    this.executorKey = executorKey;
  }

  static async start(): Promise<TestCommands> {
    const controlPlane = await TestControlPlane.start({ heartbeatSeconds: 60 });
    const executorKey = await controlPlane.key('executor');
    const executor = new TestExecutor(controlPlane, executorKey, 'frankfurt');
    await executor.sync();
    return new TestCommands(controlPlane, executor, executorKey);
  }

  destroy(): Promise<void> {
    return this.controlPlane.destroy();
  }

  /** Runs a command, by default as the administrator. */
  run(args: readonly string[], key = this.controlPlane.personalKey): Promise<Outcome> {
    return satrap(args, { SATRAP_URL: this.controlPlane.url, SATRAP_API_KEY: key });
  }

  /** Returns the JSON of a command that must succeed. */
  async json(...args: string[]): Promise<never> {
    const { code, stdout, stderr } = await this.run([...args, '--json']);
    if (code !== 0) throw new Error(stderr);
    return JSON.parse(stdout) as never;
  }

  /** Creates a node and returns its JSON. */
  createNode(name: string, ...more: string[]): Promise<Node> {
    return this.json(...createArgs(name, ...more));
  }

  showNode(name: string): Promise<Node> {
    return this.json('nodes', 'show', name);
  }
}
