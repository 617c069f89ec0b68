import type { ZodError } from 'zod';
import { errorMessage } from '../../text/error-message.ts';
import { fitText } from '../../text/fit-text.ts';
import { ConnectionFailed } from './http-connections.ts';

export class CallFailed extends Error {
  override name = 'CallFailed';
  readonly status: number;
  readonly errors: readonly { message: string; extensions?: Record<string, unknown> | null | undefined }[];

  constructor(status: number, errors: CallFailed['errors']) {
    super(`HTTP ${status}`);
    this.status = status;
    this.errors = errors;
  }
}

export function toControlPlaneError(error: unknown): ControlPlaneError {
  if (error instanceof CallFailed) return fromAnswer(error);
  const message = errorMessage(error);
  if (error instanceof ConnectionFailed) {
    const text = `the control plane cannot be reached: ${oneLine(message)}`;
    return new ControlPlaneError('unreachable', text, null, { cause: error });
  }
  // What is wrong with JSON is shown with a part of it, on further lines.
  return new ControlPlaneError(
    'invalid',
    `the control plane sent an invalid response: ${oneLine(message.split('\n')[0] ?? '')}`,
  );
}

export function invalidAnswer({ issues: [issue] }: ZodError): ControlPlaneError {
  const path = issue?.path.join('.') || 'the whole answer';
  return new ControlPlaneError('invalid', `the control plane sent an invalid response: ${path}: ${issue?.message}`);
}

function fromAnswer({ status, errors }: CallFailed): ControlPlaneError {
  const [first] = errors;
  const extension = first?.extensions?.['code'];
  const code = typeof extension === 'string' ? extension : null;
  const reason = oneLine(first?.message ?? `HTTP ${status}`);
  if (status === 401 || status === 403 || code === 'Unauthenticated') {
    return new ControlPlaneError('unauthorized', `the control plane does not accept the API key: ${reason}`, code);
  }
  // Too busy, or without its database: a matter of time, whatever was asked.
  if (status === 408 || status === 429 || status >= 500) {
    return new ControlPlaneError('unreachable', `the control plane answered ${reason}`, code);
  }
  // GraphQL itself checks the values first, without a code; a proxy may accept a smaller body than the control plane.
  if (code === null && (status === 413 || first?.message?.startsWith('Variable "$'))) {
    return new ControlPlaneError('refused', `the control plane refused the values: ${reason}`, 'invalid_input');
  }
  if (code !== null) return new ControlPlaneError('refused', `the control plane refused: ${reason}`, code);
  return new ControlPlaneError('unreachable', `the control plane answered ${reason}`);
}

/** Foreign text that fits on a line of a log. */
const oneLine = (text: string): string => fitText(text.replace(/\s+/g, ' '), 300);

/** `unreachable` includes time-outs and server errors; `invalid` is an answer that does not follow the contract. */
export type ControlPlaneFault = 'unreachable' | 'unauthorized' | 'refused' | 'invalid';

export class ControlPlaneError extends Error {
  override name = 'ControlPlaneError';
  readonly fault: ControlPlaneFault;
  /** The control plane's own code, and `invalid_input` also for values that GraphQL itself refuses; null without a code. */
  readonly code: string | null;

  constructor(fault: ControlPlaneFault, message: string, code: string | null = null, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
    this.code = code;
  }
}

/** Names a kind of failure, for one log line per kind. The message is no part of it, because it may differ each time. */
export function failureKind(error: unknown): string {
  if (error instanceof ControlPlaneError) return `${error.fault} ${error.code}`;
  return error instanceof Error ? error.name : 'unknown';
}
