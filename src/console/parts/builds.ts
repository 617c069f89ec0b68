const scriptOf = (page: Document): string | null =>
  page.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null;

/** The build that this page runs, by the name of its script, which says its content. */
export const ownBuild = (): string => scriptOf(document) ?? '';

/** Asks which build the control plane serves now; null when it does not answer with a page. */
export async function servedBuild(signal: AbortSignal): Promise<string | null> {
  try {
    const answer = await fetch(document.baseURI, { cache: 'no-store', headers: { accept: 'text/html' }, signal });
    return answer.ok ? scriptOf(new DOMParser().parseFromString(await answer.text(), 'text/html')) : null;
  } catch {
    // Whoever asks tries again.
    return null;
  }
}
