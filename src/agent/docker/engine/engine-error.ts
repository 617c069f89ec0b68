import { fitText } from '../../../text/fit-text.ts';
import { RuntimeError, type RuntimeFault } from '../../runtime/runtime-error.ts';

/** Names of objects: 64 hexadecimal digits that differ at each try and tell a person nothing. A digest names its algorithm before. */
const objectId = /\s*\(?(?<!sha256:)\b[0-9a-f]{64}\b\)?/g;

/** Turns whatever dockerode threw into a RuntimeError. `what` completes the sentence «Docker could not …». */
export function toRuntimeError(what: string, cause: unknown): RuntimeError {
  if (cause instanceof RuntimeError) return cause;
  const { statusCode, code, reason, json, message } = cause as {
    statusCode?: number;
    code?: string;
    reason?: string;
    json?: { message?: string };
    message?: string;
  };
  const text = fitText((json?.message ?? message ?? reason ?? String(cause)).replace(objectId, ''));
  return new RuntimeError(faultOf(statusCode, code, text), `Docker could not ${what}: ${text}`, { cause });
}

function faultOf(statusCode: number | undefined, code: string | undefined, text: string): RuntimeFault {
  if (statusCode === 404) return 'not-found';
  if (statusCode === 409) return 'conflict';
  if (/port is already allocated|address already in use/.test(text)) return 'port-conflict';
  if (statusCode !== undefined || code === undefined) return 'refused';
  return 'unreachable';
}
