import { fitText } from '../../../text/fit-text.ts';

/** What a failed call to the engine means for whoever made it. */
export type EngineFault = 'unreachable' | 'timeout' | 'not-found' | 'conflict' | 'refused';

/** A call to the Docker engine that failed. The message names the call and repeats the engine's own words. */
export class EngineError extends Error {
  readonly fault: EngineFault;

  constructor(fault: EngineFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EngineError';
    this.fault = fault;
  }
}

/** Puts whatever dockerode threw into the terms of this room. */
export function engineError(what: string, cause: unknown): EngineError {
  if (cause instanceof EngineError) return cause;
  const { statusCode, code, reason, json, message } = cause as {
    statusCode?: number;
    code?: string;
    reason?: string;
    json?: { message?: string };
    message?: string;
  };
  const words = json?.message ?? message ?? reason ?? String(cause);
  return new EngineError(faultOf(statusCode, code), `Docker could not ${what}: ${fitText(words)}`, { cause });
}

function faultOf(statusCode: number | undefined, code: string | undefined): EngineFault {
  if (statusCode === 404) return 'not-found';
  if (statusCode === 409) return 'conflict';
  if (statusCode !== undefined) return 'refused';
  if (code === undefined) return 'refused';
  return 'unreachable';
}
