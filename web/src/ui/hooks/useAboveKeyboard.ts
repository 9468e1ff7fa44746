import { useEffect } from 'react';

/**
 * Tells an element how much of the screen the on-screen keyboard covers, in `--keyboard`, and how far the browser has
 * moved the page up for it, in `--scrolled-up`. In some browsers the keyboard covers fixed elements.
 */
export function useAboveKeyboard(
  element: { readonly current: HTMLElement | null },
  isOn: boolean,
): void {
  useEffect(() => {
    const { visualViewport: viewport } = window;
    if (!isOn || !viewport) return undefined;
    const place = () => {
      const covered = window.innerHeight - viewport.height - viewport.offsetTop;
      element.current?.style.setProperty('--keyboard', `${Math.max(0, covered)}px`);
      element.current?.style.setProperty('--scrolled-up', `${Math.max(0, viewport.offsetTop)}px`);
    };
    place();
    viewport.addEventListener('resize', place);
    viewport.addEventListener('scroll', place);
    return () => {
      viewport.removeEventListener('resize', place);
      viewport.removeEventListener('scroll', place);
    };
  }, [element, isOn]);
}
