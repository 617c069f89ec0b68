import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { asUser, userOf } from '../../storage/as-user.ts';
import { errorMessage } from '../../text/error-message.ts';
import { storePath } from '../store/database.ts';

const hidden = '[hidden]';
/** A shorter one would match ordinary words. */
const minSecretLength = 6;

const shapes: readonly [RegExp, string][] = [
  [/satrap_[a-z]_[\w-]{8,}/g, hidden],
  [/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, `$1 ${hidden}`],
  // Up to the last @ before the end of the host: a password may contain one.
  [/(:\/\/)[^/\s"]+@/g, `$1${hidden}@`],
  [
    /((?:rpcauth|rpcpassword|rpcuser|password|passwd|secret|token|api[_-]?key)["']?\s*[=:]\s*)(["']?)[^\s"',}]{3,}\2/gi,
    `$1${hidden}`,
  ],
];

/** Removes known secrets, in every encoding used, and anything that looks like a secret. */
export function redact(text: string, secrets: readonly string[]): string {
  const forms = secrets
    .map((secret) => secret.trim())
    .filter((secret) => secret.length >= minSecretLength)
    .flatMap((secret) => [
      secret,
      encodeURIComponent(secret),
      JSON.stringify(secret).slice(1, -1),
      ...base64Forms(secret),
    ])
    // A longer form may contain a shorter one.
    .toSorted((a, b) => b.length - a.length);
  const withoutKnown = forms.reduce((rest, form) => rest.replaceAll(form, hidden), text);
  return shapes.reduce((rest, [shape, replacement]) => rest.replace(shape, replacement), withoutKnown);
}

/** The parts of a secret's Base64 that do not depend on the surrounding text, for each of the three offsets. */
const base64Forms = (secret: string): string[] =>
  [0, 1, 2]
    .map((shift) => {
      const whole = Buffer.from(' '.repeat(shift) + secret).toString('base64');
      return whole.slice(shift === 0 ? 0 : shift + 1, whole.length - 4).replace(/=+$/, '');
    })
    .filter((form) => form.length >= minSecretLength);

/** Returns the passwords and hashes in an agent's store, of any version. Never throws: the store may be damaged. */
export function storedSecrets(dataDir: string): { secrets: string[]; fault: string | null } {
  const path = storePath(dataDir);
  if (!existsSync(path)) return { secrets: [], fault: null };
  try {
    return { secrets: asUser(userOf(dataDir), () => readSecrets(path)), fault: null };
  } catch (error) {
    return { secrets: [], fault: errorMessage(error) };
  }
}

function readSecrets(path: string): string[] {
  using database = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
  const rows = database
    .prepare(
      `SELECT document ->> '$.agentRpc.password' AS password, document ->> '$.agentRpc.salt' AS salt FROM node_memory`,
    )
    .all();
  return rows.flatMap(({ password, salt }) => [password, salt].filter((value) => typeof value === 'string'));
}
