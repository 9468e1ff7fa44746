import { paths } from '../../lib/paths';
import { rememberedPerson } from '../../lib/person/earlyUser';
import {
  removeSnapshots,
  snapshotConditions,
  storeSnapshot,
} from '../../lib/browser/screenSnapshots';
import type { Sync } from '../../sync/createSync';
import { screenRecords } from '../screenRecords';

/** The screens that show records and little else. The timer's would show a wrong time. */
const SCREENS: readonly string[] = [paths.today, paths.tasks];

/** What is about the moment and not about the records. A snapshot has its place only. */
const ABOUT_MOMENT = '[data-snapshot-hidden]';

/** So long after a change a snapshot is made. Who leaves sooner waits for it: it takes some ms. */
const CHANGED_MS = 500;

/**
 * Keeps snapshots of the screens for the next start: soon after each change, and where there was no time for it, when the
 * screen is left or goes to the background. Returns a function that stops it.
 */
export function keepSnapshots(sync: Sync): () => void {
  const root = document.getElementById('root');
  if (!root) return () => undefined;
  const controller = new AbortController();
  const { signal } = controller;
  let isChanged = true;
  let isOutdated = false;
  /** The conditions of the last snapshot. */
  let keptFor: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const note = () => {
    isChanged = true;
    clearTimeout(timer);
    timer = setTimeout(keep, CHANGED_MS);
  };
  const look = (mutations: readonly MutationRecord[]) => {
    if (!mutations.every(({ target }) => isAboutMoment(target))) note();
  };
  const observer = new MutationObserver(look);
  const keep = () => {
    look(observer.takeRecords());
    const conditions = snapshotConditions(sync.userId);
    if (!isChanged && conditions === keptFor) return;
    // After their session nothing of the person is stored again.
    if (sync.signal.aborted || rememberedPerson()?.id !== sync.userId) return;
    if (!storeScreen(root, conditions)) return;
    isChanged = false;
    isOutdated = false;
    keptFor = conditions;
  };
  const read = () => screenRecords(location.pathname).map((name) => sync.records(name).data);
  let shown = read();
  const unsubscribe = sync.subscribe(() => {
    const before = shown;
    shown = read();
    if (isOutdated || !shown.some((records, nth) => before[nth] && records !== before[nth])) return;
    isOutdated = true;
    removeSnapshots();
    note();
  });
  note();
  observer.observe(root, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  });
  // The state of a field and what is scrolled are not in the markup.
  for (const type of ['input', 'scroll'])
    document.addEventListener(type, note, { capture: true, passive: true, signal });
  addEventListener('pagehide', keep, { signal });
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState === 'hidden') keep();
    },
    { signal },
  );
  return () => {
    controller.abort();
    observer.disconnect();
    clearTimeout(timer);
    unsubscribe();
  };
}

const isAboutMoment = (node: Node): boolean =>
  (node instanceof Element ? node : node.parentElement)?.closest(ABOUT_MOMENT) != null;

/**
 * Stores the screen as it is. False if it can't be shown at a start: it is scrolled, waits for something, or has a
 * half-typed text, which the person would go on typing before the app is there.
 */
function storeScreen(root: HTMLElement, conditions: string): boolean {
  if (!SCREENS.includes(location.pathname) || window.scrollY > 0) return false;
  if (!root.querySelector('main h1') || root.querySelector('[aria-busy="true"], [data-skeleton]'))
    return false;
  const fields = root.querySelectorAll<HTMLInputElement>('input:not([type="checkbox"]), textarea');
  if ([...fields].some(({ value }) => value !== '')) return false;
  storeSnapshot({
    address: location.pathname + location.search,
    conditions,
    title: document.title,
    styles: stylesOf(root),
    html: markupOf(root),
  });
  return true;
}

/**
 * The addresses of the stylesheets that have a rule for something on the screen: dialogs have theirs, too. Those of the page
 * come with it.
 */
function stylesOf(root: HTMLElement): string[] {
  const classes = new Set(
    [...root.querySelectorAll('[class]')].flatMap(({ classList }) => [...classList]),
  );
  const links = 'link[rel="stylesheet"]:not([data-page-styles])';
  return [...document.head.querySelectorAll<HTMLLinkElement>(links)]
    .filter(({ sheet }) => sheet && classesOf(sheet).some((name) => classes.has(name)))
    .flatMap((link) => link.getAttribute('href') ?? []);
}

const knownClasses = new WeakMap<CSSStyleSheet, readonly string[]>();

/** The classes for which a stylesheet has rules. Read once: a screen that is left should not wait for it. */
function classesOf(sheet: CSSStyleSheet): readonly string[] {
  let classes = knownClasses.get(sheet);
  if (!classes) {
    classes = [...new Set(selectorsOf(rulesOf(sheet)).flatMap(classNames))];
    knownClasses.set(sheet, classes);
  }
  return classes;
}

const selectorsOf = (rules: Iterable<CSSRule>): string[] =>
  [...rules].flatMap((rule) =>
    rule instanceof CSSStyleRule
      ? rule.selectorText
      : rule instanceof CSSGroupingRule
        ? selectorsOf(rule.cssRules)
        : [],
  );

const classNames = (selector: string): string[] =>
  (selector.match(/\.[\w-]+/g) ?? []).map((name) => name.slice(1));

/** None of a stylesheet that could not be loaded: the browser refuses to say. */
function rulesOf(sheet: CSSStyleSheet): Iterable<CSSRule> {
  try {
    return sheet.cssRules;
  } catch {
    return [];
  }
}

const isFarBelow = (element: Element): boolean =>
  element.getBoundingClientRect().top > 2 * window.innerHeight;

/** The markup of a screen that can be looked at, and neither be pressed nor read out before the app is there. */
function markupOf(root: HTMLElement): string {
  const copy = root.cloneNode(true) as HTMLElement;
  // The state of a field is not in its markup.
  const fields = root.querySelectorAll('input');
  copy.querySelectorAll('input').forEach((field, nth) => {
    field.toggleAttribute('checked', fields[nth]?.checked ?? false);
  });
  const options = root.querySelectorAll('option');
  copy.querySelectorAll('option').forEach((option, nth) => {
    option.toggleAttribute('selected', options[nth]?.selected ?? false);
  });
  // Nor is what is scrolled inside it, as the day's hours are.
  const elements = root.querySelectorAll('*');
  copy.querySelectorAll<HTMLElement>('*').forEach((element, nth) => {
    const { scrollTop = 0 } = elements[nth] ?? {};
    if (scrollTop > 0) element.dataset.scrolled = String(scrollTop);
  });
  copy.querySelectorAll<HTMLElement>(ABOUT_MOMENT).forEach((element) => {
    element.style.visibility = 'hidden';
  });
  // Rows far below the window would take longer than what is seen. Their list keeps its height.
  const lists = root.querySelectorAll<HTMLElement>('ul, ol');
  copy.querySelectorAll<HTMLElement>('ul, ol').forEach((list, nth) => {
    const { offsetHeight, children } = lists[nth] ?? list;
    const below = [...children].findIndex(isFarBelow);
    if (below < 0) return;
    list.style.minHeight = `${offsetHeight}px`;
    [...list.children].slice(below).forEach((row) => row.remove());
  });
  for (const child of copy.children) {
    child.toggleAttribute('inert', true);
    child.setAttribute('aria-hidden', 'true');
  }
  return copy.innerHTML;
}
