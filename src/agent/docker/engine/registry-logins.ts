import * as z from 'zod';
import { NotPlain, readPlainFile } from '../../../storage/plain-file.ts';
import { errorMessage } from '../../../text/error-message.ts';
import { registryOf } from '../../host/registry-answers.ts';
import { refused } from '../../runtime/runtime-error.ts';

/** A login as an engine takes it. */
export interface RegistryLogin {
  serveraddress: string;
  username?: string;
  password?: string;
  identitytoken?: string;
}

/** The part of Docker's config.json that is used. */
const config = z.object({
  auths: z.record(z.string(), z.object({ auth: z.string(), identitytoken: z.string() }).partial()).default({}),
});

const maxBytes = 1024 * 1024;

/**
 * Returns the login for an image's registry, from a file in the form of Docker's config.json; undefined without one. The
 * file is read for each question, so a new password needs no restart, and the agent stores none. Throws RuntimeError.
 */
export function registryLogin(file: string | undefined, reference: string): RegistryLogin | undefined {
  if (file === undefined) return undefined;
  const { auths } = readLogins(file);
  const registry = registryOf(reference);
  const found = Object.entries(auths).find(([address]) => hostOf(address) === registry);
  if (found === undefined) return undefined;
  const [serveraddress, { auth = '', identitytoken }] = found;
  const [username = '', password = ''] = Buffer.from(auth, 'base64').toString('utf8').split(/:(.*)/s);
  return {
    serveraddress,
    ...(username === '' ? {} : { username, password }),
    ...(identitytoken === undefined ? {} : { identitytoken }),
  };
}

function readLogins(file: string): z.output<typeof config> {
  try {
    const text = readPlainFile(file, maxBytes, ({ mode }) => {
      if ((mode & 0o004) !== 0) throw new NotPlain(`every user of this host can read it; run: chmod o= ${file}`);
    });
    return config.parse(JSON.parse(text));
  } catch (error) {
    // Without the words of a parser, which quote the file.
    const isKnown = error instanceof NotPlain || (error as NodeJS.ErrnoException).code !== undefined;
    const why = isKnown ? errorMessage(error) : 'it is not in the form of Docker’s config.json, with auths';
    throw refused(`cannot use the registry logins in ${file}: ${why}`);
  }
}

/** Docker names its own registry by a URL. */
const hostOf = (address: string): string =>
  address
    .replace(/^https?:\/\//, '')
    .replace(/\/.*$/, '')
    .replace(/^(?:index|registry-1)\.docker\.io$/, 'docker.io');
