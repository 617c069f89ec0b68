import { join } from 'node:path';

export const socketPath = (dataDir: string): string => join(dataDir, 'agent.sock');
