/** Replaces Node's advice in a TLS error, which needs Node flags, with advice that works here. */
export const withCertificateHint = (message: string, hint: string): string =>
  message.replace(/; if the root CA is installed locally, try running Node\.js with --use-system-ca/, `; ${hint}`);
