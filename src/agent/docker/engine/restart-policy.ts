import type { EngineClient } from './engine-client.ts';

/** Who starts a daemon again that ended by itself. */
export const restartPolicies = { byEngine: 'unless-stopped', byNobody: 'no' } as const;

/** Sets who starts a container's daemon again, whether it runs or not. Throws RuntimeError. */
export async function setRestartPolicy(
  client: EngineClient,
  containerId: string,
  policy: keyof typeof restartPolicies,
): Promise<void> {
  await client.call('change the restart policy', (abortSignal) =>
    client.docker.getContainer(containerId).update({ RestartPolicy: { Name: restartPolicies[policy] }, abortSignal }),
  );
}
