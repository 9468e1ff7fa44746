import type { User } from '@daymark/contract/user';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { fetchPart, partsArrived } from '../lib/browser/preload';
import { queryClient, SESSION } from '../lib/api/queryClient';
import { AppTree } from './AppTree';
import { protectedPages } from './routePages';
import { loadShell } from './shell/loadShell';

/*
 * Draws the outlines of the protected screens while the app is built (web/prerender.ts): what the app itself shows of
 * them before it has a person's records. It runs in a worker, because it makes a page of it. Nothing of this reaches a browser.
 */

/** A screen as it is before its records are there. */
export interface ScreenOutline {
  path: string;
  /** The file of its component, which is named for it. */
  source: string;
  title: string;
  /** Its markup in the desktop's layout, and in the phone's. */
  wide: string;
  narrow: string;
}

/** Two drawings that have nothing in common but the screen. What differs is about the day or the person. */
const VISITS = [
  { now: '2026-03-02T09:05:00', name: 'Ada Lovelace' },
  { now: '2027-10-16T20:50:00', name: 'Grace-Hopper' },
] as const;

/** After this nothing of a screen changes any more: there is neither a network nor a disk to wait for. */
const SETTLED_MS = 50;

/** A screen that is not there by then is not drawn. */
const SETTLED_MAX_MS = 20_000;

let isNarrow = false;
const media = (query: string) => ({
  media: query,
  matches: query.includes('width') && isNarrow,
  addEventListener() {},
  removeEventListener() {},
});
const RealDate = Date;
let visitedAt = '';
class VisitDate extends RealDate {
  constructor(...given: [] | [number | string]) {
    super(...((given.length > 0 ? given : [visitedAt]) as [string]));
  }
  static override now = () => new RealDate(visitedAt).getTime();
}
const never = () => new Promise<never>(() => {});
Object.assign(globalThis, {
  Date: VisitDate,
  fetch: never,
  matchMedia: media,
  scrollTo() {},
  ResizeObserver: class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
});

let userIds = 0;

interface Drawing {
  place: HTMLElement;
  title: string;
}

/** Resolves when a screen no longer changes. React draws in slices of time, of which a busy machine has few. */
async function settled(place: HTMLElement): Promise<void> {
  let before = '';
  for (let waitedMs = 0; waitedMs < SETTLED_MAX_MS; waitedMs += SETTLED_MS) {
    await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
    const shown = place.innerHTML;
    if (shown === before && place.querySelector('main h1')) return;
    before = shown;
  }
}

async function draw(path: string, { now, name }: (typeof VISITS)[number]): Promise<Drawing> {
  visitedAt = now;
  history.replaceState(null, '', path);
  const user: User = {
    id: ++userIds,
    username: name,
    email: `${name.replace(/\W/, '.').toLowerCase()}@daymark.invalid`,
    photoUrl: null,
    createdAt: new Date().toISOString(),
    timeZone: 'UTC',
    // With its line, for whose place there may have to be room.
    emailVerified: false,
    startedUnconfirmed: false,
    joinedGoogle: false,
    expiresAt: null,
  };
  queryClient.setQueryData<User>(SESSION, user);
  const place = document.createElement('div');
  document.body.replaceChildren(place);
  const root = createRoot(place);
  root.render(<AppTree router={(routes) => <BrowserRouter>{routes}</BrowserRouter>} />);
  await partsArrived();
  await settled(place);
  const drawn = place.cloneNode(true) as HTMLElement;
  const { title } = document;
  root.unmount();
  if (!drawn.querySelector('main h1')) throw new Error(`${path} is not drawn: ${drawn.innerHTML}`);
  drawn.querySelectorAll('*').forEach((element) => {
    for (const name of UNUSED) element.removeAttribute(name);
    element.classList.remove(...[...element.classList].filter((name) => name.startsWith('lucide')));
    if (element.classList.length === 0) element.removeAttribute('class');
  });
  return { place: drawn, title };
}

/** What only a screen that works needs. Two outlines are in one page, so that ids would not be unique. */
const UNUSED =
  'id for name title tabindex xmlns data-discover aria-labelledby aria-describedby aria-controls aria-keyshortcuts aria-haspopup autocomplete enterkeyhint'.split(
    ' ',
  );

/** Hides whatever the two drawings do not have in common. */
function hideDifferences(drawn: Element, other: Element): void {
  const hide = () => drawn.setAttribute('data-unknown', '');
  for (const { name, value } of [...drawn.attributes]) {
    if (other.getAttribute(name) === value) continue;
    // A cell is neither today's nor selected.
    if (/^(aria-|data-|datetime)/.test(name)) drawn.removeAttribute(name);
    else hide();
  }
  if (drawn.hasAttribute('data-fill') || drawn.childNodes.length !== other.childNodes.length) {
    hide();
    return;
  }
  drawn.childNodes.forEach((child, nth) => {
    const there = other.childNodes[nth];
    if (child instanceof Element && there instanceof Element && child.tagName === there.tagName)
      hideDifferences(child, there);
    else if (child.nodeType !== there?.nodeType || child.textContent !== there.textContent) hide();
  });
}

async function outline(path: string, narrow: boolean): Promise<{ html: string; title: string }> {
  isNarrow = narrow;
  const [{ place, title }, { place: other }] = [
    await draw(path, VISITS[0]),
    await draw(path, VISITS[1]),
  ];
  hideDifferences(place, other);
  place.querySelector('a[href="#main"]')?.remove();
  // Its links work. The rest waits for the app.
  place.querySelectorAll('main, button:not(main button)').forEach((part) => {
    part.setAttribute('inert', '');
    part.setAttribute('aria-hidden', 'true');
    part.removeAttribute('aria-label');
  });
  place.querySelectorAll('main *, button *').forEach((part) => {
    for (const name of ['aria-label', 'aria-hidden']) part.removeAttribute(name);
  });
  place.querySelectorAll('button').forEach((button) => button.removeAttribute('type'));
  return { html: place.innerHTML, title };
}

/** Draws the outline of every protected screen. @throws if one cannot be drawn without records */
export async function drawScreens(): Promise<ScreenOutline[]> {
  await fetchPart(loadShell);
  const outlines: ScreenOutline[] = [];
  for (const [path, load] of Object.entries(protectedPages)) {
    const { default: Page } = await fetchPart(load);
    const { html: wide, title } = await outline(path, false);
    const { html: narrow } = await outline(path, true);
    outlines.push({ path, source: `src/pages/${Page.name}.tsx`, title, wide, narrow });
  }
  return outlines;
}
