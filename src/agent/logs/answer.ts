import type { Logger } from 'pino';
import type { NodeLogsInput } from '../../client/generated.ts';
import { containerLogs } from '../docker/container-logs.ts';
import type { DockerClient } from '../docker/docker-client.ts';

/** Someone waits for the last lines of a node's log. */
export interface LogRequest {
  sessionId: string;
  nodeId: string;
  tail: number;
}

export interface LogSurroundings {
  docker: DockerClient;
  containerOf(nodeId: string): string | undefined;
  report(input: NodeLogsInput): Promise<void>;
  log: Logger;
}

/** Answers each request, with the reason where there are no lines. One that could not be answered comes again with the next heartbeat. */
export async function answerLogRequests(requests: readonly LogRequest[], surroundings: LogSurroundings): Promise<void> {
  await Promise.all(
    requests.map(async (request) => {
      try {
        await surroundings.report(await answerTo(request, surroundings));
      } catch (error) {
        surroundings.log.debug({ err: error }, 'a log request could not be answered; it comes again');
      }
    }),
  );
}

async function answerTo(
  { sessionId, nodeId, tail }: LogRequest,
  { docker, containerOf }: LogSurroundings,
): Promise<NodeLogsInput> {
  const container = containerOf(nodeId);
  if (container === undefined) return { sessionId, lines: [], error: 'the node has no container now' };
  try {
    return { sessionId, lines: await containerLogs(docker, container, tail), error: null };
  } catch (error) {
    return { sessionId, lines: [], error: error instanceof Error ? error.message : String(error) };
  }
}
