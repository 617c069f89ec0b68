import type { TestAgent } from '../../harness/agent.ts';

/** Keeps an agent running like a service manager: restarts it whenever it exits, unless it was stopped on request. */
export class AgentKeeper {
  readonly #agent: TestAgent;
  restarts = 0;
  lastExit = 'exit code 0';
  /** Whether it should run. */
  #isKept = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(agent: TestAgent) {
    this.#agent = agent;
  }

  get isRunning(): boolean {
    return !this.#agent.hasEnded;
  }

  get isRestarted(): boolean {
    return this.#isKept && this.#agent.hasEnded;
  }

  start(): void {
    clearTimeout(this.#timer);
    this.#agent.start();
    this.keep();
  }

  /** Keeps the agent that runs now. */
  keep(): void {
    this.#isKept = true;
    void this.#agent.exit().then(([code, signal]) => {
      this.lastExit = signal === null ? `exit code ${code}` : `signal ${signal}`;
      if (!this.#isKept) return;
      this.#timer = setTimeout(() => {
        this.restarts++;
        this.start();
      }, 300);
    });
  }

  async stop(): Promise<void> {
    this.#isKept = false;
    clearTimeout(this.#timer);
    await this.#agent.stop();
  }

  /** Like an administrator: the counter starts at 0 again. */
  async restart(): Promise<void> {
    await this.stop();
    this.restarts = 0;
    this.start();
  }

  kill = (): void => this.#agent.strike();
}
