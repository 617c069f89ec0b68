import type { PasswordResetLink } from '../../contract/types.generated.ts';

/** Tells a person how to set a password. */
export const passwordLinkLines = ({ token, link, expiresAt }: PasswordResetLink): string[] => [
  ...(link === null
    ? [`Secret for a password:  ${token}`, 'Set the password with it: satrap set-password']
    : [`Set the password at:  ${link}`, 'Or with what follows token=: satrap set-password']),
  `This works once, until ${expiresAt}, and is shown only now.`,
];
