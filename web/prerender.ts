import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { build, type InlineConfig, type Plugin, type PluginOption, type Rolldown } from 'vite';
import type { ScreenOutline } from './src/app/drawScreens';
import type * as Drawing from './src/app/prerender';

const ROOT = import.meta.dirname;

type Bundle = Rolldown.OutputBundle;

/**
 * Writes each public page as a complete HTML file beside index.html, with its text and styles in it, so that one
 * response is enough to paint it, without a script. The head comes from index.html. The body and the page's own tags
 * are rendered by the app's components. The protected screens get a page each with their outline; index.html, which Hosting
 * sends for every other address, is that of /today, for `/` leads there.
 */
export function prerenderPages(plugins: () => PluginOption[]): Plugin {
  let outDir: string;
  let mode: string;
  return {
    name: 'daymark:prerender',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
      mode = config.mode;
    },
    async writeBundle(_, bundle) {
      const config: InlineConfig = {
        root: ROOT,
        mode,
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        plugins: plugins(),
      };
      const { pages, sitemap, robots } = await draw(config);
      const script = await inlineScript('src/app/beforePaint.ts', config);
      const shell = readFileSync(join(outDir, 'index.html'), 'utf8');
      const start = chunkOf('src/main.tsx', bundle);
      for (const page of pages) {
        const source = chunkOf(page.source, bundle);
        const styles = [...cssFiles([start, source], bundle)]
          .map((file) => readFileSync(join(outDir, file), 'utf8').trim())
          .join('');
        const app = [start, chunkOf('src/app/App.tsx', bundle), source];
        const modules = modulesMeta(app, bundle);
        const html = pageDocument(page, {
          shell,
          script,
          styles,
          modules,
          app: `/${start.fileName}`,
        });
        writeFileSync(join(outDir, `${page.path}.html`), html);
      }
      const screenScript = await inlineScript('src/app/beforeScreenPaint.ts', config);
      for (const screen of await drawScreens(config)) {
        const chunks = [...SCREEN_PARTS, screen.source].map((source) => chunkOf(source, bundle));
        const later = (LATER_PARTS[screen.path] ?? []).map((source) => chunkOf(source, bundle));
        const html = screenDocument(screen, {
          shell,
          script: screenScript,
          styles: [...cssFiles([...chunks, ...later], bundle)],
          styleText: (file) => readFileSync(join(outDir, file), 'utf8').trim(),
          modules: modulesMeta(chunks, bundle),
        });
        const file = screen.path === HOME ? 'index' : screen.path;
        writeFileSync(join(outDir, `${file}.html`), html);
      }
      writeFileSync(join(outDir, 'sitemap.xml'), sitemap);
      writeFileSync(join(outDir, 'robots.txt'), robots);
    },
  };
}

/** Builds code that draws, and runs it. */
async function withBuilt<Result>(
  config: InlineConfig,
  run: (outDir: string) => Promise<Result>,
): Promise<Result> {
  // Below node_modules, so that Node finds the packages that are not bundled.
  const modules = join(ROOT, 'node_modules');
  mkdirSync(modules, { recursive: true });
  const outDir = mkdtempSync(join(modules, '.prerender-'));
  try {
    await build({ ...config, build: { ...config.build, outDir } });
    return await run(outDir);
  } finally {
    rmSync(outDir, { recursive: true });
  }
}

/** The public pages, rendered by Node. */
const draw = (config: InlineConfig): Promise<Drawing.PublicSite> =>
  withBuilt(
    {
      ...config,
      build: { ssr: 'src/app/prerender.tsx' },
      ssr: { noExternal: ['@daymark/contract'] },
    },
    async (outDir) => {
      const built = pathToFileURL(join(outDir, 'prerender.js')).href;
      const { drawPublicSite } = (await import(built)) as typeof Drawing;
      return drawPublicSite();
    },
  );

/** The outlines of the screens: the app as browsers run it, in a page without one. */
const drawScreens = (config: InlineConfig): Promise<ScreenOutline[]> =>
  withBuilt(
    {
      ...config,
      build: {
        minify: false,
        cssCodeSplit: false,
        modulePreload: false,
        rolldownOptions: {
          input: 'src/app/drawScreens.tsx',
          preserveEntrySignatures: 'strict',
          output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
        },
      },
    },
    async (outDir) => {
      const app = pathToFileURL(join(outDir, 'drawScreens.mjs')).href;
      const worker = new Worker(join(ROOT, 'drawingWorker.mjs'), { workerData: app });
      try {
        return await new Promise<ScreenOutline[]>((done, fail) => {
          worker.once('message', done).once('error', fail);
        });
      } finally {
        await worker.terminate();
      }
    },
  );

/** A script that is written into pages, bundled with its imports. @throws if the content security policy forbids it. */
async function inlineScript(entry: string, config: InlineConfig): Promise<string> {
  const built = await build({
    ...config,
    build: {
      write: false,
      target: 'baseline-widely-available',
      lib: { entry, formats: ['iife'], name: 'daymark' },
      minify: true,
    },
  });
  const [{ output }] = built as [Rolldown.RolldownOutput];
  const script = output[0].code.trim();
  checkPolicy(entry, script);
  return script;
}

/** The content security policy allows an inline script only by its hash. */
function checkPolicy(entry: string, script: string): void {
  const hash = `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
  if (readFileSync(join(ROOT, '..', 'firebase.json'), 'utf8').includes(hash)) return;
  throw new Error(
    `The inline script ${entry} has changed: put ${hash} into script-src in firebase.json.`,
  );
}

function chunkOf(source: string, bundle: Bundle): Rolldown.OutputChunk {
  const chunk = Object.values(bundle).find(
    (output) =>
      output.type === 'chunk' && output.moduleIds.some((id) => id.endsWith(`/web/${source}`)),
  );
  if (chunk?.type !== 'chunk') throw new Error(`No chunk of the app has ${source} in it.`);
  return chunk;
}

/** Some chunks and what they import, in the order in which they are run. */
function importsOf(chunks: Rolldown.OutputChunk[], bundle: Bundle): Set<Rolldown.OutputChunk> {
  const all = new Set<Rolldown.OutputChunk>();
  const seen = new Set<string>();
  const visit = (chunk: Rolldown.OutputChunk) => {
    if (seen.has(chunk.fileName)) return;
    seen.add(chunk.fileName);
    for (const name of chunk.imports) {
      const imported = bundle[name];
      if (imported?.type === 'chunk') visit(imported);
    }
    all.add(chunk);
  };
  chunks.forEach(visit);
  return all;
}

/** Names the files of some chunks and their imports for lib/pageModules.ts. */
function modulesMeta(chunks: Rolldown.OutputChunk[], bundle: Bundle): string {
  const files = [...importsOf(chunks, bundle)].map(({ fileName }) => `/${fileName}`);
  return `<meta name="modules" content="${files.join(' ')}">`;
}

/** The stylesheets of some chunks and their imports, in the order in which they apply. */
const cssFiles = (chunks: Rolldown.OutputChunk[], bundle: Bundle): Set<string> =>
  new Set(
    [...importsOf(chunks, bundle)].flatMap(({ viteMetadata }) => [
      ...(viteMetadata?.importedCss ?? []),
    ]),
  );

const ROOT_ELEMENT = '<div id="root"></div>';
const STYLES_AND_MODULES = /\s*<link\b[^>]*rel="(?:modulepreload|stylesheet)"[^>]*>/g;
const FIRST_SCRIPT = /<script type="module"[^>]*><\/script>/;
/** What index.html loads for the app: its scripts, and the styles that the page has inline. */
const APP_FILES =
  /\s*<script\b[^>]*><\/script>|\s*<link\b[^>]*rel="(?:modulepreload|stylesheet)"[^>]*>|\s*<noscript>.*?<\/noscript>/gs;
/** React renders the tags for the head before everything else. */
const HEAD_TAGS = /^(?:<title>.*?<\/title>|<(?:meta|link)\b[^>]*>)*/s;

/** The parts of the app that every protected screen is drawn with. */
const SCREEN_PARTS = ['src/main.tsx', 'src/app/App.tsx', 'src/app/shell/Shell.tsx'];
/** The screen to which `/` leads. */
const HOME = '/today';
/** What comes a moment after the screen, and is in its snapshots. */
const LATER_PARTS: Record<string, string[]> = { [HOME]: ['src/features/events/DayRail.tsx'] };

interface ScreenParts {
  shell: string;
  script: string;
  /** The files of the styles that the screen is drawn with. */
  styles: string[];
  styleText: (file: string) => string;
  modules: string;
}

/** The first paint does without the module, so it comes after what the first paint needs. */
const atLowPriority = (script: string) => script.replace('<script', '<script fetchpriority="low"');

function screenDocument(
  { path, title, wide, narrow }: ScreenOutline,
  { shell, script, styles, styleText, modules }: ScreenParts,
): string {
  const head = [
    `<title>${title}</title>`,
    // Not loaded: the app finds them, and does not load what the page has in it.
    ...styles.map((file) => `<link rel="stylesheet" href="/${file}" disabled>`),
    `<style>${styles.map(styleText).join('')}</style>`,
  ];
  // The script decides when the modules are loaded.
  const early = `${modules}\n<script>${script}</script>`;
  const body = [
    `<div data-outline="wide">${wide}</div>`,
    `<div data-outline="narrow">${narrow}</div>`,
  ];
  return (
    shell
      .replace(STYLES_AND_MODULES, '')
      .replace('<html', () => `<html data-screen="${path}"`)
      // After the module, whose address it reads.
      .replace(FIRST_SCRIPT, (module) => `${atLowPriority(module)}\n${early}`)
      .replace('</head>', () => `${head.join('\n')}\n</head>`)
      .replace(ROOT_ELEMENT, () => `<div id="root">${body.join('')}</div>`)
  );
}

interface Parts {
  shell: string;
  script: string;
  modules: string;
  styles: string;
  app: string;
}

function pageDocument(
  page: Drawing.PublicPage,
  { shell, script, styles, modules, app }: Parts,
): string {
  const tags = HEAD_TAGS.exec(page.html)?.[0] ?? '';
  const body = page.html.slice(tags.length);
  const marks = [page.app && ' data-app', page.signedOutOnly && ' data-signed-out-only'];
  const head = [
    tags,
    `<script>${script}</script>`,
    `<style>${styles}</style>`,
    page.app && modules,
    page.app && `<script type="module" fetchpriority="low" crossorigin src="${app}"></script>`,
  ];
  return (
    shell
      .replace(APP_FILES, '')
      // Functions, because `$` has a meaning in a replacement string.
      .replace('<html', () => `<html${marks.filter(Boolean).join('')}`)
      .replace('</head>', () => `${head.filter(Boolean).join('\n')}\n</head>`)
      .replace(ROOT_ELEMENT, () => `<div id="root">${body}</div>`)
  );
}
