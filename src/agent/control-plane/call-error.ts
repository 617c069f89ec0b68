import { errorMessage } from '../../text/error-message.ts';
import { fitText } from '../../text/fit-text.ts';
import { ConnectionFailed } from './http-connections.ts';

export function toControlPlaneError(error: unknown): ControlPlaneError {
  if (error instanceof ControlPlaneError) return error;
  const message = errorMessage(error);
  if (error instanceof ConnectionFailed) {
    const text = `cannot reach the control plane: ${oneLine(message)}`;
    return new ControlPlaneError('unreachable', text, null, { cause: error });
  }
  // JSON errors quote the input on further lines.
  return new ControlPlaneError(
    'invalid',
    `the control plane sent an invalid response: ${oneLine(message.split('\n')[0] ?? '')}`,
  );
}

/** Returns the error of an answer with this HTTP status and its first GraphQL error. */
export function refusal(
  status: number,
  first: { message: string; extensions?: Record<string, unknown> | null | undefined } | undefined,
): ControlPlaneError {
  const extension = first?.extensions?.['code'];
  const code = typeof extension === 'string' ? extension : null;
  const hint = first?.extensions?.['hint'];
  const message = first?.message ?? `HTTP ${status}`;
  const reason = oneLine(typeof hint === 'string' ? `${message.replace(/\.$/, '')}. ${hint}` : message);
  if (status === 401 || status === 403 || code === 'unauthenticated') {
    return new ControlPlaneError('unauthorized', `the control plane rejected the API key: ${reason}`, code);
  }
  // Overloaded, or without its database: transient, whatever the request.
  if (status === 408 || status === 429 || status >= 500) {
    return new ControlPlaneError('unreachable', `the control plane answered ${reason}`, code);
  }
  // GraphQL itself validates the values first, without a code; a proxy may have a smaller body limit than the control
  // plane.
  if (code === null && (status === 413 || first?.message?.startsWith('Variable "$'))) {
    return new ControlPlaneError('refused', `the control plane rejected the values: ${reason}`, 'invalid_input');
  }
  if (code !== null) return new ControlPlaneError('refused', `the control plane refused: ${reason}`, code);
  return new ControlPlaneError('unreachable', `the control plane answered ${reason}`);
}

/** Fits foreign text on one log line. */
const oneLine = (text: string): string => fitText(text.replace(/\s+/g, ' '), 300);

/** `unreachable` includes timeouts and server errors; `invalid` is a response that violates the contract. */
export type ControlPlaneFault = 'unreachable' | 'unauthorized' | 'refused' | 'invalid';

export class ControlPlaneError extends Error {
  override name = 'ControlPlaneError';
  readonly fault: ControlPlaneFault;
  /** The control plane's own code, or `invalid_input` for values that GraphQL itself refuses; null without a code. */
  readonly code: string | null;
  /** How long the control plane asks not to be called. */
  retryAfterMs = 0;

  constructor(fault: ControlPlaneFault, message: string, code: string | null = null, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
    this.code = code;
  }
}

/** Identifies a kind of failure, for one log line per kind. The message may differ each time. */
export function failureKind(error: unknown): string {
  if (error instanceof ControlPlaneError) return `${error.fault} ${error.code}`;
  return error instanceof Error ? error.name : 'unknown';
}
