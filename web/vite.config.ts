import { iconShortcuts } from './src/lib/iconShortcuts';
import { paths, SHARE_PARAMETERS } from './src/lib/paths';
import { screenPaths } from './src/lib/screens';
import { PRODUCT } from './src/lib/product';
import { customMedia } from './customMedia.ts';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { openApiFile } from './openApiFile.ts';
import { prerenderPages } from './prerender.ts';
import { VitePWA } from 'vite-plugin-pwa';

const LATIN_FONT = /figtree-latin-wght-normal.*\.woff2$/;

/**
 * Preloads the font. A page that is painted before the font has arrived keeps the system's font (ui/theme/font.css).
 */
const preloadFont = (): Plugin => ({
  name: 'daymark:preload-font',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle }) {
      const font = Object.keys(bundle ?? {}).find((name) => LATIN_FONT.test(name));
      if (!font) return [];
      const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}` };
      return [{ tag: 'link', attrs: { ...attrs, crossorigin: true }, injectTo: 'head' }];
    },
  },
});

/** Returns an entry of the menu at the app's icon. */
const shortcut = (name: string, description: string, url: string, icon: string) => ({
  name,
  description,
  url,
  icons: [{ src: `/icons/${icon}.png`, sizes: '192x192', type: 'image/png' }],
});

/** Makes the app installable, and stores its files for use without a network. */
const installable = () =>
  VitePWA({
    strategies: 'injectManifest',
    srcDir: 'src',
    filename: 'serviceWorker.ts',
    // lib/browser/registerServiceWorker.ts registers the service worker, once a signed-in person's screen is drawn.
    injectRegister: false,
    registerType: 'prompt',
    injectManifest: {
      // The pages of the screens (prerender.ts).
      globPatterns: [
        `{index,${screenPaths.map((path) => path.slice(1)).join()}}.html`,
        'assets/*.{js,css,woff2}',
      ],
      // Files that are of no use without a network.
      globIgnores: [
        'assets/{firebase*,firestoreSdk-*,appCheck-*,liveRevisions-*,emulatedGoogle-*}.js',
        'assets/importWorker-*.js',
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
      // A GET request works even if the service worker is not registered yet.
      share_target: {
        action: paths.share,
        method: 'GET',
        enctype: 'application/x-www-form-urlencoded',
        params: SHARE_PARAMETERS,
      },
    },
  });

/** Returns a pattern for some components of the app. The bundler puts everything that they import into their file. */
const sources = (...names: string[]) => new RegExp(`/web/src/(${names.join('|')})\\.tsx$`);

/** Returns a pattern for libraries whose names begin like this, or for all libraries. */
const library = (...names: string[]) => new RegExp(`/node_modules/(${names.join('|')})`);

const compiledReact = () => react({ compiler: true });

/** The address of the running stack, for `npm run dev`. */
const STACK = process.env.DAYMARK_API ?? 'http://127.0.0.1:5050';

export default defineConfig({
  plugins: [
    compiledReact(),
    customMedia(),
    preloadFont(),
    prerenderPages(() => [compiledReact(), customMedia()]),
    openApiFile(),
    installable(),
  ],
  build: {
    target: 'baseline-widely-available',
    // Browsers that don't know modulepreload fetch the same files a moment later.
    modulePreload: { polyfill: false },
    // The viewer of /developers is one large file, which no other page loads.
    chunkSizeWarningLimit: 1600,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'firebase',
              test: /\/node_modules\/@firebase\//,
              entriesAware: true,
              priority: 9,
            },
            // The libraries have files of their own, because most releases change no library. A device then keeps them.
            { name: 'libraries', test: library(''), tags: ['$initial'], priority: 9 },
            {
              name: 'react',
              test: library(
                'react/',
                'react-dom/',
                'react-router',
                'react-is/',
                'scheduler/',
                'clsx/',
                'reselect/',
              ),
              priority: 8,
            },
            { name: 'start', tags: ['$initial'], priority: 7 },
            { name: 'app', test: sources('app/App'), priority: 6 },
            // One file, because the shell and the first two screens share most of their code.
            {
              name: 'screens',
              test: sources('app/shell/Shell', 'pages/TodayPage', 'pages/TasksPage'),
              priority: 5,
            },
            {
              name: 'mui',
              test: library('@mui/material', '@mui/system'),
              minShareCount: 3,
              priority: 2,
            },
            { name: 'charts', test: library('@mui/x-charts'), priority: 1 },
            { name: 'markdown', test: library('markdown-it'), priority: 1 },
            { name: 'chrono', test: library('chrono-node'), priority: 1 },
            { name: 'icons', test: /\/node_modules\/lucide-react\//, minShareCount: 2 },
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
