/**
 * Fetches the page that a link leads to as soon as someone is about to follow it. Fetching ahead makes the public
 * pages, which are separate documents, feel like one.
 */
export function fetchAhead(): void {
  const fetched = new Set([location.pathname]);
  const fetchPage = ({ target }: Event) => {
    const link = target instanceof Element && target.closest('a');
    if (!link || link.origin !== location.origin || fetched.has(link.pathname)) return;
    fetched.add(link.pathname);
    const hint = document.createElement('link');
    hint.rel = 'prefetch';
    hint.href = link.pathname;
    document.head.append(hint);
  };
  for (const intent of ['pointerover', 'touchstart', 'focusin'])
    document.addEventListener(intent, fetchPage, { passive: true });
}
