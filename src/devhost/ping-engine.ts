import Docker from 'dockerode';

/** What an attempt to reach an engine found: `absent` is no answer, `forbidden` a socket that this user may not open. */
export type EngineAnswer = 'answers' | 'absent' | 'forbidden';

const timeoutMs = 5_000;

/** Asks the engine at a socket for a sign of life, for 5 s at most. */
export async function pingEngine(socketPath: string): Promise<EngineAnswer> {
  try {
    await new Docker({ socketPath, timeout: timeoutMs }).ping();
    return 'answers';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES' ? 'forbidden' : 'absent';
  }
}
