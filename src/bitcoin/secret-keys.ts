/**
 * Whether the value of a setting is a secret of the node's owner, such as `torpassword`: never show it to others.
 * Decided by name, which covers settings of later versions.
 */
export const isSecretKey = (key: string): boolean => /pass|secret|auth|token|credential/i.test(key);
