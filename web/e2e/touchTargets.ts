import type { Page } from '@playwright/test';

/**
 * Returns the enabled controls on the screen, or in the dialog or menu in front, that are too small for a finger. A
 * press 21 px beside the middle of such a control hits something else. Leaves out links in a sentence, and blocks in
 * the hours, because a block's height is its duration.
 */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const front = [...document.querySelectorAll('[role="menu"], [aria-modal="true"]')].at(-1);
    const area = front ?? document.body;
    const controls = area.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, summary, textarea, [role="menuitem"], [role="menuitemradio"]',
    );
    const isInSentence = (control: HTMLElement) =>
      control.matches('a') &&
      [...(control.parentElement?.childNodes ?? [])].some(
        (node) => node instanceof Text && node.data.trim() !== '',
      );
    const labelOf = (control: HTMLElement) =>
      control instanceof HTMLInputElement ? control.labels?.[0]?.textContent : '';
    const missed = [...controls].filter((control) => {
      const shown = control.checkVisibility({ visibilityProperty: true });
      if (
        !shown ||
        control.closest('[data-day] > *, [inert], :disabled, [aria-disabled="true"]') ||
        isInSentence(control)
      )
        return false;
      control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const isTick = control.matches('[type="checkbox"], [type="radio"]');
      const labels = isTick ? [...((control as HTMLInputElement).labels ?? [])] : [];
      const { x, y, width, height, right, bottom } = (labels[0] ?? control).getBoundingClientRect();
      // A clipped control is for screen readers only, or is shown only with the focus.
      const isClipped = [control, control.parentElement].some(
        (one) => one && getComputedStyle(one).clipPath !== 'none',
      );
      if (isClipped || right <= 0 || bottom <= 0) return false;
      const isHit = (byX: number, byY: number) => {
        const hit = document.elementFromPoint(x + width / 2 + byX, y + height / 2 + byY);
        return [control, ...labels].some((one) => one.contains(hit));
      };
      return ![isHit(0, -21), isHit(0, 21), isHit(-21, 0), isHit(21, 0)].every(Boolean);
    });
    scrollTo(0, 0);
    return missed.map(
      (control) =>
        `${control.tagName.toLowerCase()} “${control.getAttribute('aria-label') ?? (labelOf(control) || control.textContent).trim()}”`,
    );
  });
