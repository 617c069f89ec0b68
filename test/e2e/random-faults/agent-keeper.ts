import type { TestAgent } from '../../harness/agent.ts';

/** How soon an agent that ended is started again, in milliseconds. */
const restartMs = 300;

/** Keeps an agent running as a service manager does: starts it again whenever it ends, unless it was told to stop. */
export class AgentKeeper {
  readonly #agent: TestAgent;
  /** How often it was started again. */
  restarts = 0;
  /** How it ended last. */
  lastExit = 'exit code 0';
  /** Whether it is to run. */
  #isKept = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(agent: TestAgent) {
    this.#agent = agent;
  }

  get isRunning(): boolean {
    return !this.#agent.hasEnded;
  }

  /** Whether it is about to be started again. */
  get isRestarted(): boolean {
    return this.#isKept && this.#agent.hasEnded;
  }

  start(): void {
    this.#isKept = true;
    clearTimeout(this.#timer);
    const child = this.#agent.start();
    child.once('exit', (code, signal) => {
      this.lastExit = signal === null ? `exit code ${code}` : `signal ${signal}`;
      if (!this.#isKept) return;
      this.#timer = setTimeout(() => {
        this.restarts++;
        this.start();
      }, restartMs);
    });
  }

  async stop(): Promise<void> {
    this.#isKept = false;
    clearTimeout(this.#timer);
    await this.#agent.stop();
  }

  /** As an administrator does: it counts from 0 again. */
  async restart(): Promise<void> {
    await this.stop();
    this.restarts = 0;
    this.start();
  }

  kill(): void {
    this.#agent.strike();
  }
}
