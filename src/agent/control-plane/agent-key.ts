import { whyNotReplaceable, writePrivateFile } from '../../storage/private-file.ts';
import { errorMessage } from '../../text/error-message.ts';

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

  /** Returns why a new key could not be stored, with what to do; null if it probably can. */
  whyNotReplaceable(): string | null {
    if (this.#file === null)
      return 'the API key comes from the environment or a credential, so the agent cannot replace it; join again with an enrolment token (satrap agent join)';
    const reason = whyNotReplaceable(this.#file);
    return reason === null
      ? null
      : `cannot store a new API key in ${this.#file} (${reason}); move the file to a directory that the agent can write to`;
  }

  /** Stores a new key and uses it from then on. Throws an Error, and continues with the current one. */
  replace(text: string): void {
    const fault = this.whyNotReplaceable();
    if (fault !== null || this.#file === null) throw new Error(fault ?? 'no key file');
    try {
      // Disk first: from its first use, the control plane no longer accepts the previous one.
      writePrivateFile(this.#file, `${text}\n`);
    } catch (error) {
      throw new Error(`cannot store the new API key in ${this.#file}: ${errorMessage(error)}`);
    }
    this.#text = text;
  }
}
