/**
 * Whether the value of a setting is a secret of the node's owner, such as `torpassword`: never show it to anyone else. Judged by the name, so
 * that a setting of a later bitcoind is covered too.
 */
export const isSecretKey = (key: string): boolean => /pass|secret|auth|token|credential/i.test(key);
