import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A socket with answers that no real engine gives; removed after the test. */
export async function strangeEngine(listener: RequestListener): Promise<{ socketPath: string; server: Server }> {
  const folder = mkdtempSync(join(tmpdir(), 'satrap-engine-'));
  const socketPath = join(folder, 'docker.sock');
  const server = createServer(listener).listen(socketPath);
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    rmSync(folder, { recursive: true });
  });
  return { socketPath, server };
}
