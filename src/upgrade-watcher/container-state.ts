import type Docker from 'dockerode';
import type { UnitState } from './agent-unit.ts';

/** Returns what an engine says of a container as a service manager would. */
export function containerState(
  container: Pick<Docker.ContainerInspectInfo, 'State' | 'RestartCount' | 'HostConfig'> | null,
): UnitState {
  // `Error`: why the engine could not start it.
  const { Running = false, Restarting = false, ExitCode = 0, Error: refusal = '' } = container?.State ?? {};
  const isRunning = Running && !Restarting;
  const policy = container?.HostConfig.RestartPolicy?.Name ?? 'no';
  // The engine starts it again whatever ended it, unless somebody told it to stop it.
  const isStopped =
    container?.State.Status === 'exited' && refusal === '' && ['always', 'unless-stopped'].includes(policy);
  return {
    isRunning,
    isRestarted: Restarting,
    hasFailed: Restarting || (!Running && !isStopped && ExitCode !== 0),
    isStopped,
    restarts: container?.RestartCount ?? 0,
    lastExit: isRunning ? null : container === null ? 'its container was removed' : refusal || `exit code ${ExitCode}`,
    environment: {},
  };
}
