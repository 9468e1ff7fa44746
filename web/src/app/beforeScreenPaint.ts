import { initials, firstName } from '../features/session/account/personName';
import { dateSettings } from '../lib/time/dateSettings';
import { greeting, longDate } from '../lib/time/dates';
import { density } from '../lib/browser/density';
import { requestListsEarly } from '../lib/earlyLists';
import { rememberedPerson, requestUserEarly, type RememberedPerson } from '../lib/person/earlyUser';
import { fetchPageStyles, showPageStyles } from '../lib/browser/pageStyles';
import { showOutline } from '../lib/browser/screenOutline';
import {
  snapshotConditions,
  snapshotOf,
  type ScreenSnapshot,
} from '../lib/browser/screenSnapshots';
import { hasSignedInHint } from '../lib/person/sessionHint';
import { startColorMode } from '../ui/theme/colorMode';
import { screenRecords } from './screenRecords';

/*
 * The inline script of the protected screens' pages (web/prerender.ts). Until the app has drawn the screen, it shows it
 * as the person last saw it in this browser, or else the outline of it that the page has. Without the hint nobody is
 * signed in, and a visitor sees nothing of somebody's day.
 */

startColorMode();
density.start();
if (hasSignedInHint()) showScreen();

function showScreen(): void {
  requestUserEarly();
  const person = rememberedPerson();
  const snapshot =
    person && snapshotOf(location.pathname + location.search, snapshotConditions(person.id));
  if (snapshot) {
    document.title = snapshot.title;
    const styles = Promise.all([fetchPageStyles(), ...snapshot.styles.map(loadStyle)]);
    whenParsed((place) => void showSnapshot(place, snapshot, styles));
    return;
  }
  requestListsEarly(screenRecords(location.pathname));
  if (showOutline()) whenParsed((place) => fillIn(place, person));
}

/** Once the body is read, and before the app's first module runs. */
function whenParsed(show: (place: HTMLElement) => void): void {
  const find = () => {
    const place = document.getElementById('root');
    if (place) show(place);
  };
  document.addEventListener('readystatechange', find, { once: true });
}

async function showSnapshot(
  place: HTMLElement,
  { html }: ScreenSnapshot,
  styles: Promise<unknown>,
): Promise<void> {
  place.dataset.snapshot = '';
  await styles;
  // The app was faster.
  if (!place.querySelector(':scope > [data-outline]')) return;
  showPageStyles();
  place.innerHTML = html;
  place.querySelectorAll<HTMLElement>('[data-scrolled]').forEach((element) => {
    element.scrollTop = Number(element.dataset.scrolled);
  });
}

/** Loads a stylesheet that the page has neither loaded nor in it. The app finds it, and does not load it again. */
async function loadStyle(href: string): Promise<void> {
  if (document.head.querySelector(`link[href="${href}"]`)) return;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  document.head.append(link);
  await new Promise((resolve) => {
    link.onload = link.onerror = resolve;
  });
}

/** Writes the day and the person into the outline, as far as they are known. */
function fillIn(place: HTMLElement, person: RememberedPerson | undefined): void {
  const now = new Date();
  const texts: Record<string, string | undefined> = {
    greeting: greeting(now),
    name: person && firstName(person),
    // The address may be that of another day.
    date: location.search === '' ? longDate(now) : undefined,
    initials: person && initials(person),
    username: person?.username,
    email: person?.email,
  };
  shortWeekdays().forEach((name, index) => {
    texts[`weekday${index}`] = name;
  });
  place.querySelectorAll<HTMLElement>('[data-fill]').forEach((element) => {
    const text = texts[element.dataset.fill ?? ''];
    if (text === undefined) return;
    element.textContent = text;
    delete element.dataset.unknown;
  });
  if (!person?.hasAccountLine) return;
  place.querySelectorAll<HTMLElement>('[data-account-line]').forEach((line) => {
    line.dataset.accountLine = 'expected';
  });
}

/** The headers of a month, in the order of the person's week. */
function shortWeekdays(): string[] {
  const names = ['Sa', 'Su', 'Mo', 'Tu', 'We', 'Th', 'Fr'];
  const first = ['saturday', 'sunday', 'monday'].indexOf(dateSettings.get().weekStart);
  return [...names.slice(first), ...names.slice(0, first)];
}
