import { maxPasswordLength, minPasswordLength } from '../../contract/limits.ts';

/** Why a password cannot be taken; null where it can. Pure. */
export function passwordFault(password: string): string | null {
  if (password.length < minPasswordLength) return `It needs ${minPasswordLength} characters at least.`;
  if (password.length > maxPasswordLength) return `It may have ${maxPasswordLength} characters at most.`;
  return null;
}
