import { iconShortcuts } from './src/lib/iconShortcuts';
import { paths, SHARE_PARAMETERS } from './src/lib/paths';
import { PRODUCT } from './src/lib/product';
import { customMedia } from './customMedia.ts';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { openApiFile } from './openApiFile.ts';
import { prerenderPages } from './prerender.ts';
import { VitePWA } from 'vite-plugin-pwa';

const LATIN_FONT = /figtree-latin-wght-normal.*\.woff2$/;
const APP = '/src/app/App.tsx';
const APP_PARTS = /\/src\/.*\/(App|AppTree|PageMeta|FieldLabel|ColorModeSwitch|Mark)\.tsx$/;
const QUERIES =
  /\/src\/.*\/(taskQueries|useRemainingMinutes|typedPlan|focusDay|useFocusTimer|browserTimer|focusQueries|eventQueries|eventDays|eventTimes|blockTimes|reflectionQueries|useWorkingHours|categoryQueries)\.tsx?$/;
const SHELL =
  /\/src\/.*\/(Shell|PageHeader|Panel|LoadErrorMessage|SaveErrorMessage|TextButton|TextInput|Tabs|ChoiceGroup|useNow|useShortcuts|useOpenedByLink|StatCard|dates|durationText|timeSpans|plainLine|eventSpan)\.tsx?$/;
const TASK_LIST = /\/src\/.*\/(TaskList|useTaskActions)\.tsx$/;
const SCHEDULE = /\/src\/.*\/(useGoogleCalendar|GoogleSchedule)\.tsx$/;

/**
 * The entry is a few lines that start the session request; the app follows by dynamic import. Naming the app's
 * chunks, stylesheets and font in the page lets the browser fetch all at once instead of one after the other.
 */
function preloadApp(): Plugin {
  return {
    name: 'daymark:preload-app',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const chunks = Object.values(bundle ?? {}).filter((output) => output.type === 'chunk');
        const app = chunks.find((chunk) => chunk.moduleIds.some((id) => id.endsWith(APP)));
        if (!app) return [];
        const files = new Set([app.fileName, ...app.imports]);
        const styles = chunks
          .filter(({ fileName }) => files.has(fileName))
          .flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
        const font = Object.keys(bundle ?? {}).find((name) => LATIN_FONT.test(name));
        return [
          ...(font ? [{ rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}` }] : []),
          ...[...files].map((file) => ({ rel: 'modulepreload', href: `/${file}` })),
          ...styles.map((file) => ({ rel: 'stylesheet', href: `/${file}` })),
        ]
          .filter(({ href }) => !html.includes(href))
          .map((attrs) => ({
            tag: 'link',
            attrs: { crossorigin: true, ...attrs },
            injectTo: 'head' as const,
          }));
      },
    },
  };
}

/** An entry of the menu at the app's icon. */
const shortcut = (name: string, description: string, url: string, icon: string) => ({
  name,
  description,
  url,
  icons: [{ src: `/icons/${icon}.png`, sizes: '192x192', type: 'image/png' }],
});

/** The app can be installed, and its files are kept for when there is no network. */
const installable = () =>
  VitePWA({
    strategies: 'injectManifest',
    srcDir: 'src',
    filename: 'serviceWorker.ts',
    // lib/registerServiceWorker.ts registers it, once a signed-in person's screen is there.
    injectRegister: false,
    registerType: 'prompt',
    injectManifest: {
      // The pages of the screens (prerender.ts).
      globPatterns: ['complete/*.html', 'assets/*.{js,css,woff2}'],
      // What needs a network anyway.
      globIgnores: [
        'assets/{firebase,firebaseSdk,firestoreSdk,firebaseOptions,appCheck,liveRevisions,emulatedGoogle}-*.js',
        'assets/importWorker-*.js',
        // The complete pages have them.
        'assets/screen-*.css',
        'assets/{DevelopersPage,drawReference}-*.{js,css}',
      ],
    },
    manifest: {
      name: PRODUCT,
      short_name: PRODUCT,
      description: 'A day planner: tasks, calendar, focus timer, notes and an evening reflection.',
      id: '/',
      start_url: paths.today,
      scope: '/',
      display: 'standalone',
      background_color: '#fbfaf7',
      theme_color: '#fbfaf7',
      icons: [
        { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
        { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
        {
          src: '/icons/maskable-512.png',
          sizes: '512x512',
          type: 'image/png',
          purpose: 'maskable',
        },
      ],
      shortcuts: [
        shortcut('Add Task', 'Type a new task', iconShortcuts.addTask, 'add-task'),
        shortcut('Start Focus', 'Start a focus session', iconShortcuts.startFocus, 'start-focus'),
      ],
      // GET, so that it also works where the service worker is not registered yet.
      share_target: {
        action: paths.share,
        method: 'GET',
        enctype: 'application/x-www-form-urlencoded',
        params: SHARE_PARAMETERS,
      },
    },
  });

const compiledReact = () => react({ compiler: true });

/** The running stack, for `npm run dev`. */
const STACK = process.env.DAYMARK_API ?? 'http://127.0.0.1:5050';

export default defineConfig({
  plugins: [
    compiledReact(),
    customMedia(),
    preloadApp(),
    prerenderPages(() => [compiledReact(), customMedia()]),
    openApiFile(),
    installable(),
  ],
  build: {
    target: 'baseline-widely-available',
    // Browsers that don't know modulepreload fetch the same files a moment later.
    modulePreload: { polyfill: false },
    // The viewer of /developers, which nothing else loads, is one file.
    chunkSizeWarningLimit: 1600,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Each group takes along what its modules import statically, and nothing else.
          groups: [
            // The entry alone, so that it doesn't wait for the app it starts.
            { name: 'start', test: /\/src\/main\.tsx$/, priority: 3 },
            // In files of their own, because each file runs in one piece (lib/pageModules.ts).
            {
              name: 'react',
              test: /\/node_modules\/(react|react-dom|scheduler)\//,
              priority: 2.5,
            },
            { name: 'reactDom', test: /\/src\/app\/reactDom\.ts$/, priority: 2.45 },
            { name: 'zod', test: /\/node_modules\/zod\//, priority: 2.4 },
            {
              name: 'contract',
              test: /\/functions\/contract\/src\/task\.ts$/,
              priority: 2.35,
            },
            {
              name: 'records',
              test: /\/functions\/contract\/src\/(accountExport|user|googleCalendar)\.ts$/,
              priority: 2.3,
            },
            { name: 'calls', test: /\/functions\/contract\/src\/api\.ts$/, priority: 2.2 },
            { name: 'router', test: /\/node_modules\/react-router(-dom)?\//, priority: 2.1 },
            {
              name: 'sync',
              test: /\/src\/sync\/(createSync|liveUpdates|useSync)\.tsx?$/,
              priority: 2,
            },
            { name: 'app', test: APP_PARTS, priority: 1.9 },
            { name: 'queries', test: QUERIES, priority: 1.8 },
            {
              name: 'icons',
              test: /\/lucide-react\/dist\/esm\/icons\//,
              minShareCount: 2,
              priority: 1,
            },
            // With what the protected screens begin with: not a dozen files of 300 bytes.
            { name: 'shell', test: SHELL },
            { name: 'taskList', test: TASK_LIST },
            { name: 'schedule', test: SCHEDULE },
            { name: 'form', test: /\/@hookform\// },
            // Libraries in files of their own: a release that leaves them as they were does not load them again.
            {
              name: 'firebaseSdk',
              test: /\/node_modules\/@firebase\/(app|auth|component|logger|util)\//,
              priority: 1.7,
            },
            {
              name: 'firestoreSdk',
              test: /\/node_modules\/@firebase\/(firestore|webchannel-wrapper)\//,
              priority: 1.6,
            },
            // What several dialogs and menus need of MUI; the charts take along what they alone need.
            {
              name: 'mui',
              test: /\/node_modules\/(@mui\/(material|system|utils|styled-engine)|@emotion|stylis)\//,
              minShareCount: 2,
              priority: 1.4,
            },
            {
              name: 'charts',
              test: /\/node_modules\/(@mui\/x-[a-z-]+|d3-[a-z-]+)\//,
              priority: 1.3,
            },
            { name: 'markdown', test: /\/node_modules\/markdown-it\// },
            { name: 'chrono', test: /\/node_modules\/chrono-node\// },
            { name: 'bowser', test: /\/node_modules\/bowser\// },
            { name: 'notistack', test: /\/node_modules\/notistack\// },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': STACK, '/emulators.json': STACK },
  },
});
