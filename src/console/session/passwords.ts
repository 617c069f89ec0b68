/** The control plane's own rule; it checks it again. */
const passwordLength = { min: 12, max: 128 } as const;

/** Why a password cannot be taken; null where it can. Pure. */
export function passwordFault(password: string): string | null {
  if (password.length < passwordLength.min) return `It needs ${passwordLength.min} characters at least.`;
  if (password.length > passwordLength.max) return `It may have ${passwordLength.max} characters at most.`;
  return null;
}
