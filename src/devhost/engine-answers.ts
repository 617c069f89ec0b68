import Docker from 'dockerode';

/** What a try to reach an engine found: `absent` is nobody there, `forbidden` is a socket that this user may not open. */
export type EngineAnswer = 'answers' | 'absent' | 'forbidden';

const PATIENCE_MS = 5_000;

/** Asks the engine at a socket for a sign of life, for 5 s at most. */
export async function askEngine(socketPath: string): Promise<EngineAnswer> {
  try {
    await new Docker({ socketPath, timeout: PATIENCE_MS }).ping();
    return 'answers';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES' ? 'forbidden' : 'absent';
  }
}
