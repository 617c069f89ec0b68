import type { DockerClient } from './engine-client.ts';

/**
 * Asks the engine for what dockerode's own methods cannot be kept from asking on for: they take no abort (Image.inspect,
 * Image.distribution, info), and each call to an engine that hangs would leave a connection open.
 */
export function get<T>(client: DockerClient, path: string, abortSignal: AbortSignal): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  client.docker.modem.dial({ path, method: 'GET', abortSignal, statusCodes: { 200: true } }, (error, answer) => {
    if (error) reject(error);
    else resolve(answer as T);
  });
  return promise;
}
