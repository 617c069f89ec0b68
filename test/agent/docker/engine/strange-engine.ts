import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { scratchFolder } from '../../../harness/scratch-folder.ts';

/** A socket with answers that no real engine gives; removed after the test. */
export async function strangeEngine(listener: RequestListener): Promise<{ socketPath: string; server: Server }> {
  const socketPath = join(scratchFolder('engine'), 'docker.sock');
  const server = createServer(listener).listen(socketPath);
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { socketPath, server };
}
