import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import pRetry from 'p-retry';

/** What systemd says of the agent's unit. */
export interface UnitState {
  isRunning: boolean;
  /** Whether systemd is about to start it, by itself or because it was told to. */
  isRestarted: boolean;
  /** Whether it ended by a fault, and runs not again yet. */
  hasFailed: boolean;
  /** Whether somebody stopped it, such as an operator with systemctl: by itself it would be started again. */
  isStopped: boolean;
  /** How often systemd has started it again by itself. */
  restarts: number;
  lastExit: string;
  /** The variables of the unit itself. */
  environment: Readonly<Record<string, string>>;
}

/** systemd lets the agent end itself within 30 s. */
const stopTimeoutMs = 60_000;
const timeoutMs = 15_000;
const maxWords = 3000;
const properties = [
  ...['ActiveState', 'SubState', 'Job', 'MainPID', 'NRestarts'],
  ...['ExecMainCode', 'ExecMainStatus', 'Environment', 'Result', 'Restart'],
];

/** The unit of the agent, through systemctl and journalctl. Each call throws an Error with their words. */
export class AgentUnit {
  readonly #name: string;

  constructor(name = 'satrap-agent.service') {
    this.#name = name;
  }

  async stop(): Promise<void> {
    await systemctl(['stop', this.#name], stopTimeoutMs);
  }

  /** Starts it anew, and does not wait until it runs. */
  async restart(): Promise<void> {
    await run('systemctl', ['reset-failed', this.#name], timeoutMs).catch(() => undefined);
    await systemctl(['restart', '--no-block', this.#name]);
  }

  async state(): Promise<UnitState> {
    return unitState(await systemctl(['show', '--property', properties.join(','), this.#name]));
  }

  /** A place in the journal, to read on from; null where there is no journal. */
  async cursor(): Promise<string | null> {
    const text = await run('journalctl', ['-u', this.#name, '-n', '1', '--show-cursor', '-q'], timeoutMs).catch(
      () => '',
    );
    return /^-- cursor: (.*)$/m.exec(text)?.[1] ?? null;
  }

  /** What the unit's processes have said since then, at the end; null where they said nothing. */
  async lastWords(cursor: string | null): Promise<string | null> {
    const since = cursor === null ? [] : ['--after-cursor', cursor];
    const words = [`_SYSTEMD_UNIT=${this.#name}`, '-q', '-o', 'cat', '-n', '30', ...since];
    const text = await run('journalctl', words, timeoutMs).catch(() => '');
    return text.trim() === '' ? null : text.trim().slice(-maxWords);
  }
}

const run = async (program: string, words: readonly string[], timeout: number): Promise<string> =>
  (await promisify(execFile)(program, [...words], { timeout, maxBuffer: 16 * 1024 * 1024 })).stdout;

/**
 * While systemd is upgraded, or is gone before this process in a power cut, it does not answer: no version of the agent is to blame for that,
 * so it is asked again for some seconds. One that takes too long to answer is not.
 */
const systemctl = (words: readonly string[], timeout = timeoutMs): Promise<string> =>
  pRetry(() => run('systemctl', words, timeout), {
    ...{ retries: 10, factor: 1, minTimeout: 1000 },
    shouldRetry: ({ error }) => (error as { killed?: boolean }).killed !== true,
  });

/** Reads what `systemctl show` writes. Pure. */
export function unitState(text: string): UnitState {
  const values = new Map(
    text.split('\n').map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const),
  );
  const value = (name: string): string => values.get(name) ?? '';
  const pairs = [...value('Environment').matchAll(/"?([A-Z_a-z0-9]+)=((?:[^"\s]|\\ )*)"?/g)];
  // 2 and 3 are a signal, without and with a core dump (siginfo_t).
  const bySignal = value('ExecMainCode') === '2' || value('ExecMainCode') === '3';
  return {
    isRunning: value('MainPID') !== '0' && value('MainPID') !== '',
    isRestarted:
      value('SubState') === 'auto-restart' || value('ActiveState') === 'activating' || Number(value('Job')) > 0,
    hasFailed: value('SubState') === 'auto-restart' || value('ActiveState') === 'failed',
    isStopped: isAtRest(value) && isResultOfStop(value),
    restarts: Number(value('NRestarts')),
    lastExit: `${bySignal ? 'signal' : 'exit code'} ${value('ExecMainStatus')}`,
    environment: Object.fromEntries(pairs.map(([, name = '', text = '']) => [name, text])),
  };
}

/** Nothing is about to be done with the unit. */
const isAtRest = (value: (name: string) => string): boolean =>
  ['dead', 'failed'].includes(value('SubState')) && !(Number(value('Job')) > 0);

/**
 * It ended as it was told to; or it is one that is always started again, and yet is not: it was killed because it took too long to end. A
 * configuration that the agent refuses (`exit-code`) ends it for good without anybody stopping it.
 */
const isResultOfStop = (value: (name: string) => string): boolean =>
  value('Result') === 'success' || (value('Restart') === 'always' && ['timeout', 'signal'].includes(value('Result')));
