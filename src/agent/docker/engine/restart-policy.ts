import type { EngineClient } from './engine-client.ts';

/** Who restarts a daemon that exited. */
export const restartPolicies = { byEngine: 'unless-stopped', byNobody: 'no' } as const;

/** Sets who restarts a container's daemon, whether it runs or not. Throws RuntimeError. */
export async function setRestartPolicy(
  client: EngineClient,
  containerId: string,
  policy: keyof typeof restartPolicies,
): Promise<void> {
  await client.call('change the restart policy', (abortSignal) =>
    client.docker.getContainer(containerId).update({ RestartPolicy: { Name: restartPolicies[policy] }, abortSignal }),
  );
}
