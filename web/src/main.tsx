import './ui/theme/baseStyles';
import './app/firstPicture.css';
import { startApp } from './app/App';
// The start's file includes these parts. The parts are lazy elsewhere, because the build draws public pages without
// them. /today and /tasks share most of their code, and one file arrives sooner than many small ones.
import './app/shell/Shell';
import './pages/TodayPage';
import './pages/TasksPage';
import { startPersonSync } from './app/shell/personSync';
import { startSession } from './app/startSession';
import { density } from './lib/browser/density';
import { hasRememberedUser, mayBeSignedIn, requestUserEarly } from './lib/person/earlyUser';
import { isProtected, paths } from './lib/paths';
import { startColorMode } from './ui/theme/colorMode';

const { pathname, search, hash } = location;

startColorMode();
density.start();
if (pathname === paths.root && !mayBeSignedIn() && !hasRememberedUser()) {
  location.replace(paths.landing + search + hash);
} else {
  requestUserEarly();
  startPersonSync();
  const isOwn = pathname === paths.root || isProtected(pathname);
  void startApp(isOwn ? startSession() : undefined);
}
