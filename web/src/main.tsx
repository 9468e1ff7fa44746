import './ui/theme/font.css';
import './ui/theme/tokens.css';
import './ui/theme/base.css';
import { pageAt } from './app/routePages';
import { loadShell } from './app/shell/loadShell';
import { screenRecords } from './app/screenRecords';
import { density } from './lib/browser/density';
import {
  hasRememberedUser,
  mayBeSignedIn,
  rememberedPerson,
  requestUserEarly,
} from './lib/person/earlyUser';
import { isProtected, paths } from './lib/paths';
import { fetchPart, partsArrived } from './lib/browser/preload';
import { isOutlined } from './lib/browser/screenOutline';
import { oncePainted } from './lib/browser/oncePainted';
import { fetchPageModules, runPageModules } from './lib/browser/pageModules';
import { fetchPageStyles, showPageStyles } from './lib/browser/pageStyles';
import { pause } from './lib/api/pause';
import { withinTime } from './lib/api/withinTime';
import { readReplicaEarly } from './sync/earlyReplica';
import { startColorMode } from './ui/theme/colorMode';

/** How long the first render waits for the screen's code before it shows a spinner. */
const SPINNER_AFTER_MS = 300;

/** How long it waits for the code while an outline is shown, which is better to look at than a spinner. */
const OUTLINE_MS = 20_000;

/** How long it waits for the records before it shows their skeletons. */
const SKELETON_AFTER_MS = 150;

/** The same while an outline is shown: it has the skeletons, and one render takes less time than two. */
const OUTLINED_SKELETON_AFTER_MS = 1500;

/** How long it waits for both while a snapshot is shown, which is better to look at than either. */
const SNAPSHOT_MS = 3000;

/** `/` leads to /today, or away. */
const pathname = location.pathname === paths.root ? paths.today : location.pathname;
const isOwn = isProtected(pathname);
/** Whether app/beforeScreenPaint.ts shows the screen as it was last seen. */
const isSnapshot = document.getElementById('root')?.dataset.snapshot !== undefined;

async function start(): Promise<void> {
  const styles = fetchPageStyles();
  // A snapshot gives way as soon as possible. Without one, what the page has in it can be used meanwhile.
  if (!isSnapshot) {
    await pause();
    void fetchPageModules();
    await runPageModules();
  }
  const page = pageAt(pathname);
  // An error is reported when the screen is drawn.
  const pageCode = Promise.allSettled([page && fetchPart(page)]);
  const shell = isOwn ? fetchPart(loadShell).catch(() => undefined) : undefined;
  void import('./app/App').then(async ({ resumeSession, startApp }) => {
    const session = resumeSession();
    const records = shell?.then(async (part) => {
      await session;
      return part?.recordsRead(pathname);
    });
    const recordsMs = isSnapshot
      ? SNAPSHOT_MS
      : isOutlined()
        ? OUTLINED_SKELETON_AFTER_MS
        : SKELETON_AFTER_MS;
    const screen = Promise.all([
      pageCode,
      shell?.then(() => withinTime(Promise.resolve(records), recordsMs)),
    ]);
    // In place of a snapshot comes the whole screen, not one in which parts are missing.
    await (isSnapshot
      ? withinTime(screen.then(partsArrived), SNAPSHOT_MS)
      : withinTime(screen, isOutlined() ? OUTLINE_MS : SPINNER_AFTER_MS));
    await styles;
    showPageStyles();
    startApp();
  });
}

startColorMode();
density.start();
requestUserEarly();
const userId = isOwn ? rememberedPerson()?.id : undefined;
if (userId !== undefined) readReplicaEarly(userId, screenRecords(pathname));
if (location.pathname === paths.root && !mayBeSignedIn() && !hasRememberedUser()) {
  location.replace(paths.landing + location.search + location.hash);
} else if (isSnapshot || isOutlined()) {
  oncePainted(() => void start());
} else {
  void start();
}
