import { AdmissionController, type Release } from './admission-controller.ts';

/** Of the limit, for the requests of one key. Heartbeat, stream, events and answers need a few. */
const shareOfKey = 1 / 16;
const minOfKey = 8;
/** Unknown keys that are looked up at the same time, as many as share a statement. */
const maxLookUps = 100;
/** Keys of refused heartbeats that are looked up at the same time. */
const maxSamples = 4;

export interface AgentRequest {
  /** The `Authorization` header. */
  key: string;
  isStream: boolean;
  /** Whether the key was valid when it was last checked. */
  isKnown(): boolean;
  /** Checks the key; returns whether it is valid. Throws if that cannot be checked now. */
  check(): Promise<boolean>;
}

/** A request whose body may be read. */
export interface Entered {
  /** False for a key that is not valid: such a request is never in flight. */
  isKnown: boolean;
  /** Admits the request, whose body has arrived. Returns `retryAfterSeconds` if it is refused. */
  admit(): number | undefined;
  /** Ends the request; `wasServed`: whether it was answered as intended. */
  end: Release;
}

/**
 * Admits the requests of agents. A request is in flight only once its key was found valid and its body has arrived:
 * neither a stranger nor a slow sender keeps an agent out.
 */
export class AgentAdmission {
  readonly #admission: AdmissionController;
  readonly #onRefusal: (retryAfterSeconds: number) => void;
  /** Requests that are read or in flight. */
  readonly #ofKey = new Map<string, number>();
  #lookUps = 0;
  #samples = 0;

  /** `onRefusal` gets the wait of each heartbeat of a valid key that was refused because the limit was reached. */
  constructor(onRefusal: (retryAfterSeconds: number) => void, admission = new AdmissionController()) {
    this.#onRefusal = onRefusal;
    this.#admission = admission;
  }

  /**
   * Decides before the body is read, because a refusal must cost little when all agents come at once. Returns
   * `retryAfterSeconds` if the request is refused. Throws what `check` throws.
   */
  async enter(request: AgentRequest): Promise<Entered | number> {
    const isKnown = request.isKnown();
    if (!this.#admission.hasCapacity(!request.isStream)) return this.#refuse(request, isKnown);
    if (isKnown) return this.#enterKnown(request);
    if (this.#lookUps >= maxLookUps) return 1;
    this.#lookUps++;
    const isValid = await request.check().finally(() => {
      this.#lookUps--;
    });
    return isValid ? this.#enterKnown(request) : { isKnown: false, admit: () => undefined, end: () => undefined };
  }

  #enterKnown(request: AgentRequest): Entered | number {
    const { key, isStream } = request;
    const others = this.#ofKey.get(key) ?? 0;
    if (others >= Math.max(minOfKey, this.#admission.limit * shareOfKey)) return 1;
    this.#ofKey.set(key, others + 1);
    let release: Release | undefined;
    return {
      isKnown: true,
      admit: () => {
        // A heartbeat brings the state; a stream only announces what changes later.
        if (!this.#admission.hasCapacity(!isStream)) return this.#refuse(request, true);
        const admitted = this.#admission.admit(!isStream);
        if (typeof admitted === 'number') return admitted;
        release = admitted;
        return undefined;
      },
      end: (wasServed) => {
        const left = (this.#ofKey.get(key) ?? 0) - 1;
        if (left > 0) this.#ofKey.set(key, left);
        else this.#ofKey.delete(key);
        release?.(wasServed);
      },
    };
  }

  #refuse(request: AgentRequest, isKnown: boolean): number {
    const retryAfterSeconds = this.#admission.refuse(!request.isStream);
    if (!request.isStream) {
      if (isKnown) this.#onRefusal(retryAfterSeconds);
      else this.#sample(request, retryAfterSeconds);
    }
    return retryAfterSeconds;
  }

  /** Right after a start, all keys are unknown. The refusal of a stranger must not hide that a host is offline. */
  #sample(request: AgentRequest, retryAfterSeconds: number): void {
    if (this.#samples >= maxSamples) return;
    this.#samples++;
    const onChecked = (isValid: boolean) => {
      if (isValid) this.#onRefusal(retryAfterSeconds);
    };
    // Whose heartbeat it was stays unknown; other refused ones are looked up instead.
    const onUnchecked = () => undefined;
    void request
      .check()
      .then(onChecked, onUnchecked)
      .finally(() => {
        this.#samples--;
      });
  }
}
