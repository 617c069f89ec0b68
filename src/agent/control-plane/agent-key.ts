import { whyNotReplaceable, writePrivateFile } from '../../storage/private-file.ts';
import { errorMessage } from '../../text/error-message.ts';

/** Another key could not be stored. The message says what to do. */
export class KeyNotStored extends Error {
  override name = 'KeyNotStored';
}

export class AgentKey {
  readonly #file: string | null;
  #text: string;

  /** `file` is the one that the key was read from; null where it came from elsewhere. */
  constructor(text: string, file: string | null) {
    this.#text = text;
    this.#file = file;
  }

  get text(): string {
    return this.#text;
  }

  /** Returns why another key could not be stored, with what to do; null where it probably can. */
  whyNotReplaceable(): string | null {
    if (this.#file === null)
      return 'the API key came from the environment or a credential, where the agent cannot store another; join again with an enrolment token (satrap agent join), which puts it into a file of the agent’s own';
    const reason = whyNotReplaceable(this.#file);
    return reason === null
      ? null
      : `another API key could not be stored in ${this.#file} (${reason}); put the file into a directory that the agent can write to`;
  }

  /** Stores another key and uses it from then on. Throws KeyNotStored, and goes on with the previous one. */
  replace(text: string): void {
    const fault = this.whyNotReplaceable();
    if (fault !== null || this.#file === null) throw new KeyNotStored(fault ?? 'there is no file for it');
    try {
      // First on the disk: from its first use, the control plane no longer takes the previous one.
      writePrivateFile(this.#file, `${text}\n`);
    } catch (error) {
      throw new KeyNotStored(`another API key could not be stored in ${this.#file}: ${errorMessage(error)}`);
    }
    this.#text = text;
  }
}
