import { run, steadily, systemctl } from './systemctl.ts';

export interface UnitState {
  isRunning: boolean;
  /** Whether systemd is about to start it, by itself or because it was told to. */
  isRestarted: boolean;
  /** Whether it ended by a fault, and runs not again yet. */
  hasFailed: boolean;
  /** Whether somebody stopped it, such as an operator with systemctl: by itself it would be started again. */
  isStopped: boolean;
  restarts: number;
  /** How it ended last; null while it runs, because a service manager has forgotten it then. */
  lastExit: string | null;
  environment: Readonly<Record<string, string>>;
}

/** systemd lets the agent end itself within 30 s. */
const stopTimeoutMs = 60_000;

export interface StopOptions {
  /** How long its process may take to end itself, in milliseconds, before it is killed. Default: as long as its unit says. */
  graceMs?: number;
}
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

  /** Stops it alone, without the units that are a part of it, and leaves it as one that ended without a fault. */
  async stop({ graceMs }: StopOptions = {}): Promise<void> {
    const stopped = systemctl(['stop', '--job-mode=ignore-dependencies', this.#name], stopTimeoutMs);
    // Without a process there is none to kill, and the stop goes on by itself.
    const kill = () =>
      void run('systemctl', ['kill', '--kill-who=main', '--signal=KILL', this.#name]).catch(() => undefined);
    const timer = graceMs === undefined ? undefined : setTimeout(kill, graceMs);
    await stopped.finally(() => clearTimeout(timer));
    await this.#forgetFailure();
  }

  /** Starts it again, alone as well, and does not wait until it runs. */
  async restart(): Promise<void> {
    await this.#forgetFailure();
    await systemctl(['restart', '--no-block', '--job-mode=ignore-dependencies', this.#name]);
  }

  async state(): Promise<UnitState> {
    return unitState(await systemctl(['show', '--property', properties.join(','), this.#name]));
  }

  /** A place in the journal; null without a journal. It must be of the same unit: after any other, systemd 252 leaves out the first line. */
  async cursor(): Promise<string | null> {
    const text = await run('journalctl', [this.#words, '-n', '1', '--show-cursor', '-q']).catch(() => '');
    return /^-- cursor: (.*)$/m.exec(text)?.[1] ?? null;
  }

  /** What the unit's processes have said since then, at the end; null where they said nothing. */
  async lastWords(cursor: string | null): Promise<string | null> {
    const since = cursor === null ? [] : ['--after-cursor', cursor];
    const options = ['-q', '-o', 'cat', '-n', '30', ...since];
    const text = await run('journalctl', [this.#words, ...options]).catch(() => '');
    return text.trim() === '' ? null : text.trim().slice(-maxWords);
  }

  /** What the unit's processes say, and not what systemd says of them. */
  get #words(): string {
    return `_SYSTEMD_UNIT=${this.#name}`;
  }

  /** A unit that systemd does not hold in memory has none. */
  async #forgetFailure(): Promise<void> {
    await run('systemctl', ['reset-failed', this.#name]).catch(() => undefined);
  }
}

export function unitState(text: string): UnitState {
  const values = new Map(
    text.split('\n').map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const),
  );
  const value = (name: string): string => values.get(name) ?? '';
  const pairs = [...value('Environment').matchAll(/"?([A-Z_a-z0-9]+)=((?:[^"\s]|\\ )*)"?/g)];
  // 2 and 3 are a signal, without and with a core dump (siginfo_t).
  const bySignal = value('ExecMainCode') === '2' || value('ExecMainCode') === '3';
  const isRunning = value('MainPID') !== '0' && value('MainPID') !== '';
  return {
    isRunning,
    isRestarted:
      value('SubState') === 'auto-restart' || value('ActiveState') === 'activating' || Number(value('Job')) > 0,
    hasFailed: value('SubState') === 'auto-restart' || value('ActiveState') === 'failed',
    isStopped: isAtRest(value) && isResultOfStop(value),
    restarts: Number(value('NRestarts')),
    lastExit: isRunning ? null : `${bySignal ? 'signal' : 'exit code'} ${value('ExecMainStatus')}`,
    environment: Object.fromEntries(pairs.map(([, name = '', text = '']) => [name, text])),
  };
}

const isAtRest = (value: (name: string) => string): boolean =>
  ['dead', 'failed'].includes(value('SubState')) && !(Number(value('Job')) > 0);

/** It ended as requested, or a unit that always restarts did not: it was killed for taking too long. A refused configuration is no stop. */
const isResultOfStop = (value: (name: string) => string): boolean =>
  value('Result') === 'success' || (value('Restart') === 'always' && ['timeout', 'signal'].includes(value('Result')));

/**
 * Detects a stop by somebody else while the watcher has the agent stopped, of which systemd keeps no trace: an idle unit that is
 * PartOf the agent's is stopped with it, and the watcher stops the agent alone. It survives a kill of the watcher.
 */
export class StopDetector {
  readonly #name = 'satrap-agent-switch.service';
  readonly #agent: string;

  constructor(agent = 'satrap-agent.service') {
    this.#agent = agent;
  }

  /** Does nothing where it has begun. Throws an Error with the words of systemd. */
  async begin(): Promise<void> {
    if (await this.isUnstopped()) return;
    const properties = [
      `PartOf=${this.#agent}`,
      'Type=oneshot',
      'RemainAfterExit=yes',
      'CollectMode=inactive-or-failed',
    ];
    const words = [
      ...['--quiet', `--unit=${this.#name}`, '--description=An upgrade has stopped the Satrap agent and will start it'],
      ...properties.map((property) => `--property=${property}`),
      '/bin/true',
    ];
    await steadily(() => run('systemd-run', words));
  }

  /** Whether it has begun, and nobody stopped the agent since. */
  async isUnstopped(): Promise<boolean> {
    return (await systemctl(['show', '--property', 'ActiveState', '--value', this.#name])).trim() === 'active';
  }

  async end(): Promise<void> {
    // There is none where somebody stopped the agent; and one that stays all the same serves the next switch as well as a new one.
    await run('systemctl', ['stop', this.#name]).catch(() => undefined);
  }
}
