import type { PasswordResetLink } from '../../contract/types.generated.ts';

/** Instructions for setting a password. */
export const passwordLinkLines = ({ token, link, expiresAt }: PasswordResetLink): string[] => [
  ...(link === null
    ? [`Password secret:  ${token}`, 'Set the password with it: satrap set-password']
    : [`Set the password at:  ${link}`, 'Or run satrap set-password with the part after token=']),
  `It works once, until ${expiresAt}, and is shown only once.`,
];
