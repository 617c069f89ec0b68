/**
 * Returns an error of a TLS connection with advice that a program without Node's flags can follow, in place of Node's own. Pure.
 */
export const withCertificateHint = (message: string, hint: string): string =>
  message.replace(/; if the root CA is installed locally, try running Node\.js with --use-system-ca/, `; ${hint}`);
