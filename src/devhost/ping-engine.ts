import Docker from 'dockerode';

/** The outcome of a ping: `absent` means no answer, `forbidden` a socket that this user cannot open. */
export type EngineAnswer = 'answers' | 'absent' | 'forbidden';

const timeoutMs = 5_000;

/** Pings the engine at a socket, for 5 s at most. */
export async function pingEngine(socketPath: string): Promise<EngineAnswer> {
  try {
    await new Docker({ socketPath, timeout: timeoutMs }).ping();
    return 'answers';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES' ? 'forbidden' : 'absent';
  }
}
