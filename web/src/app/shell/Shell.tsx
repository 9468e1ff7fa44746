import { Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router-dom';
import { ScreenBoundary } from '../../ui/states/Boundary';
import { LoadingScreen } from '../../ui/states/LoadingScreen';
import { MiniTimer } from '../../features/focus/MiniTimer';
import { AccountLine } from '../../features/session/account/profile/AccountLine';
import { useUser } from '../../features/session/userContext';
import { AskAboutShared } from '../../features/sharing/AskAboutShared';
import { SyncProvider, useSync } from '../../sync/useSync';
import { density } from '../../lib/browser/density';
import { openConflict } from '../../lib/openConflict';
import { paths } from '../../lib/paths';
import { preloadLater, whenQuiet } from '../../lib/browser/preload';
import { lazyComponent } from '../../ui/lazyComponent';
import { OVERLAY } from '../../ui/dialogs/overlay';
import { useDateKey } from '../../ui/hooks/useDateKey';
import { useIsPhone } from '../../ui/hooks/useIsPhone';
import { usePalette } from '../palette/usePalette';
import { AppShortcuts } from '../shortcuts/AppShortcuts';
import { personSync } from './personSync';
import { BottomTabs } from './BottomTabs';
import css from './Shell.module.css';
import { ShellColumn } from './ShellColumn';
import { TopBar } from './TopBar';
import { useAttention } from './useAttention';
import { useWorkerLinks } from './useWorkerLinks';

const ReflectionDialog = lazyComponent(() => import('../../features/reflections/ReflectionDialog'));

const StartChoiceDialog = lazyComponent(
  () => import('../../features/session/account/StartChoiceDialog'),
);

const AccessChoiceDialog = lazyComponent(
  () => import('../../features/session/account/AccessChoiceDialog'),
);

const ConflictDialog = lazyComponent(() => import('../../features/conflicts/ConflictDialog'));

const QuickAdd = lazyComponent(() => import('../../features/tasks/line/QuickAdd'));

const ShortcutsDialog = lazyComponent(() => import('../shortcuts/ShortcutsDialog'));

/** The shell of every protected screen (product §2): the sidebar, or on phones the top bar and bottom tabs. */
export default function Shell() {
  const { id } = useUser();
  const sync = useSyncExternalStore(personSync.subscribe, personSync.get);
  // This spinner isn't shown in practice. `followSession` starts syncing before React renders the screens of a new
  // session.
  if (sync?.userId !== id) return <LoadingScreen />;
  return (
    <SyncProvider value={sync}>
      <Frame />
    </SyncProvider>
  );
}

function Frame() {
  const { id, startedUnconfirmed, joinedGoogle } = useUser();
  useEffect(() => preloadLater(ReflectionDialog.preload, QuickAdd.preload), []);
  // Start the service worker even if data is scarce, because later starts need almost no data with it.
  useEffect(() => whenQuiet(startServiceWorker), []);
  const phone = useIsPhone();
  const [reflecting, setReflecting] = useState(false);
  const [isChoosing, setChoosing] = useState(startedUnconfirmed || joinedGoogle);
  const AccountChoice = startedUnconfirmed ? StartChoiceDialog : AccessChoiceDialog;
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const main = useFocusOn(pathname);
  // The screen is mounted again when the date settings or the density change, because parts of it are formatted and
  // measured only once. /settings stays mounted, because the change is made there.
  const dates = useDateKey();
  const rows = useSyncExternalStore(density.subscribe, density.get);
  const sync = useSync();
  // After a sign-in the settings may come late, and mounting the screen again would close what the person has opened.
  const isSettled = useSyncExternalStore(sync.subscribe, () => sync.isSettled('settings'));
  const [isReady, setReady] = useState(isSettled);
  if (isSettled && !isReady) setReady(true);
  useAttention();
  useWorkerLinks();
  const conflict = useSyncExternalStore(openConflict.subscribe, openConflict.get);
  const reflect = () => setReflecting(true);
  const [isShowingShortcuts, setShowingShortcuts] = useState(false);
  const showShortcuts = () => setShowingShortcuts(true);
  const [isAddingTask, setAddingTask] = useState(false);
  const addTask = () => setAddingTask(true);
  const { palette, ...search } = usePalette({
    onAddTask: addTask,
    onReflect: reflect,
    onShortcuts: showShortcuts,
  });
  return (
    <div className={css.shell}>
      <a className={css.skip} href="#main">
        Skip to content
      </a>
      {phone ? (
        <TopBar onReflect={reflect} search={search} />
      ) : (
        <aside aria-label="Sidebar">
          <ShellColumn place="sidebar" onReflect={reflect} search={search} />
        </aside>
      )}
      <main id="main" ref={main} tabIndex={-1}>
        <AccountLine key={dates} />
        <ScreenBoundary resetKey={pathname}>
          <Suspense fallback={<LoadingScreen />}>
            {isReady ? (
              <Outlet key={pathname === paths.settings ? undefined : dates + rows} />
            ) : (
              <LoadingScreen />
            )}
          </Suspense>
        </ScreenBoundary>
      </main>
      {phone && (
        <>
          <div className={css.timer}>
            <MiniTimer userId={id} />
          </div>
          <BottomTabs />
        </>
      )}
      {isChoosing && <AccountChoice onClose={() => setChoosing(false)} />}
      {!isChoosing && <AskAboutShared userId={id} onOpen={(path) => void navigate(path)} />}
      {palette}
      {conflict !== undefined && (
        <ConflictDialog id={conflict} onClose={() => openConflict.set(undefined)} />
      )}
      <AppShortcuts search={search} onAddTask={addTask} onShortcuts={showShortcuts} />
      {isAddingTask && <QuickAdd onClose={() => setAddingTask(false)} />}
      {isShowingShortcuts && <ShortcutsDialog onClose={() => setShowingShortcuts(false)} />}
      {reflecting && <ReflectionDialog onClose={() => setReflecting(false)} />}
    </div>
  );
}

/** Starts the service worker. If the browser blocks the service worker, Daymark works, but not offline. */
function startServiceWorker(): void {
  import('../../lib/browser/registerServiceWorker')
    .then(({ registerServiceWorker }) => registerServiceWorker())
    .catch(() => undefined);
}

/**
 * Gives a new screen the focus, as if the page had been loaded, unless the screen has already focused one of its
 * elements.
 */
function useFocusOn(pathname: string) {
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const { activeElement } = document;
    // The palette may have been opened before the screen was drawn, and someone may be typing in it.
    if (main.current?.contains(activeElement) || activeElement?.closest(OVERLAY)) return;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
