import './ui/theme/baseStyles';
import './app/firstPicture.css';
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
  const session = isOwn ? startSession() : undefined;
  // The person's records are requested while React and the screens are still on their way.
  void import('./app/App').then(({ startApp }) => startApp(session));
}
