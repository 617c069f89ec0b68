import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';

const maxDocuments = 100;
/** A parsed document is some hundred times its text; the documents that programs repeat are short. */
const maxTextLength = 4096;

/** Caches the most recent documents, parsed: agents and consoles send the same few over and over. */
export const documentCache = (): LRUCache<string, DocumentNode> =>
  new LRUCache({
    max: maxDocuments,
    maxEntrySize: maxTextLength,
    sizeCalculation: (_document, text) => Math.max(1, text.length),
  });
