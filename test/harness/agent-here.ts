import { destination, pino } from 'pino';
import { runAgent } from '../../src/agent/agent.ts';
import { loadAgentSettings } from '../../src/agent/settings/load.ts';
import { systemClock } from '../../src/timing/clock.ts';
import { noConfig, TestAgent } from './agent.ts';

const camelCase = (flag: string): string => flag.replace(/-(\w)/g, (_match, letter: string) => letter.toUpperCase());

/** An agent in this process, where a start takes a tenth of the processor time; `TestAgent` is for kills and signals. */
export class AgentHere extends TestAgent {
  #running: { ending: AbortController; ended: Promise<void> } | undefined;

  protected override launch(): void {
    const flags = Object.fromEntries(Object.entries(this.flags()).map(([flag, value]) => [camelCase(flag), value]));
    const { settings } = loadAgentSettings({ flags, env: {}, configPath: noConfig });
    const log = pino({ level: settings.logLevel }, destination({ dest: this.logFile, sync: true, mode: 0o600 }));
    const ending = new AbortController();
    const ended = runAgent(settings, { log, clock: systemClock, signal: ending.signal }).finally(() => {
      this.#running = undefined;
    });
    this.#running = { ending, ended };
  }

  override get hasEnded(): boolean {
    return this.#running === undefined;
  }

  override async stop(): Promise<null> {
    const running = this.#running;
    running?.ending.abort();
    await running?.ended;
    return null;
  }
}
