import type { DocumentNode } from 'graphql';

const mostDocuments = 100;
/** A parsed document is some hundred times its text; what programs repeat is short. */
const longestText = 4096;

/** The documents asked for lately, parsed: agents and consoles ask the same few again and again. */
export class DocumentCache {
  readonly #documents = new Map<string, DocumentNode>();

  get(text: string): DocumentNode | undefined {
    const document = this.#documents.get(text);
    if (document === undefined) return undefined;
    // A Map keeps the order of insertion: the first one is the one not asked for longest.
    this.#documents.delete(text);
    this.#documents.set(text, document);
    return document;
  }

  set(text: string, document: DocumentNode): void {
    if (text.length > longestText) return;
    this.#documents.set(text, document);
    const [oldest] = this.#documents.keys();
    if (this.#documents.size > mostDocuments && oldest !== undefined) this.#documents.delete(oldest);
  }
}
