import { unitNames } from '../agent/host/units.ts';
import { run, steadily, systemctl } from './systemctl.ts';

export interface UnitState {
  isRunning: boolean;
  /** Whether systemd is about to start it, automatically or on request. */
  isRestarted: boolean;
  /** Whether it failed, and is not running yet. */
  hasFailed: boolean;
  /** Whether someone stopped it, such as an operator with systemctl: otherwise it would be restarted. */
  isStopped: boolean;
  restarts: number;
  /** How it exited last; null while it runs, because a service manager has forgotten it then. */
  lastExit: string | null;
  environment: Readonly<Record<string, string>>;
}

/** systemd gives the agent 30 s to exit. */
const stopTimeoutMs = 60_000;
const maxWords = 3000;
const properties = 'ActiveState,SubState,Job,MainPID,NRestarts,ExecMainCode,ExecMainStatus,Environment,Result,Restart';

/** The unit of the agent, through systemctl and journalctl. Each call throws an Error with their output. */
export class AgentUnit {
  /**
   * Stops only this unit, without the units that are part of it, as if it had exited cleanly. `graceMs`: shutdown timeout
   * of its process before it is killed; by default that of its unit.
   */
  async stop(graceMs?: number): Promise<void> {
    const stopped = systemctl(['stop', '--job-mode=ignore-dependencies', unitNames.agent], stopTimeoutMs);
    // Without a process there is nothing to kill, and the stop continues.
    const kill = () => void tryRun('systemctl', 'kill', '--kill-who=main', '--signal=KILL', unitNames.agent);
    const timer = graceMs === undefined ? undefined : setTimeout(kill, graceMs);
    await stopped.finally(() => clearTimeout(timer));
    await forgetFailure();
  }

  /** Starts only this unit, without waiting until it runs. */
  async restart(): Promise<void> {
    await forgetFailure();
    await systemctl(['restart', '--no-block', '--job-mode=ignore-dependencies', unitNames.agent]);
  }

  async state(): Promise<UnitState> {
    return unitState(await systemctl(['show', '--property', properties, unitNames.agent]));
  }

  /** A cursor of the unit's journal, or null. With another's, systemd 252 omits the first line. */
  async cursor(): Promise<string | null> {
    const text = await tryRun('journalctl', ofUnit, '-n', '1', '--show-cursor', '-q');
    return /^-- cursor: (.*)$/m.exec(text)?.[1] ?? null;
  }

  /** The last output of the unit's processes since then; null without any. */
  async lastWords(cursor: string | null): Promise<string | null> {
    const since = cursor === null ? [] : ['--after-cursor', cursor];
    const text = await tryRun('journalctl', ofUnit, '-q', '-o', 'cat', '-n', '30', ...since);
    return text.trim() === '' ? null : text.trim().slice(-maxWords);
  }
}

/** The output of the unit's processes, without systemd's own messages. */
const ofUnit = `_SYSTEMD_UNIT=${unitNames.agent}`;

const tryRun = (program: string, ...args: string[]): Promise<string> => run(program, args).catch(() => '');

/** A unit that systemd does not hold in memory has none. */
const forgetFailure = (): Promise<string> => tryRun('systemctl', 'reset-failed', unitNames.agent);

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

/** It exited as requested, or was killed at the timeout. A rejected configuration is no stop. */
const isResultOfStop = (value: (name: string) => string): boolean =>
  value('Result') === 'success' || (value('Restart') === 'always' && ['timeout', 'signal'].includes(value('Result')));

/**
 * Detects a stop by someone else while the watcher has the agent stopped, also across a kill of the watcher: an idle
 * unit that is PartOf the agent's is stopped with it, while the watcher stops only the agent.
 */
export class StopDetector {
  readonly #name = 'satrap-agent-switch.service';

  /** Does nothing if it has started. Throws an Error with systemd's output. */
  async begin(): Promise<void> {
    if (await this.isUnstopped()) return;
    const part = `PartOf=${unitNames.agent}`;
    const unit = [part, 'Type=oneshot', 'RemainAfterExit=yes', 'CollectMode=inactive-or-failed'];
    const description = 'An upgrade has stopped the Satrap agent and will start it';
    const options = ['--quiet', `--unit=${this.#name}`, `--description=${description}`];
    const args = [...options, ...unit.map((property) => `--property=${property}`), '/bin/true'];
    await steadily(() => run('systemd-run', args));
  }

  /** Whether it has started, and nobody has stopped the agent since. */
  async isUnstopped(): Promise<boolean> {
    return (await systemctl(['show', '--property', 'ActiveState', '--value', this.#name])).trim() === 'active';
  }

  async end(): Promise<void> {
    // It is gone if someone stopped the agent; a leftover one serves the next switch as well as a new one.
    await tryRun('systemctl', 'stop', this.#name);
  }
}
