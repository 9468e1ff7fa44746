import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import Beasties from 'beasties';
import { parse } from 'postcss';
import { build, type InlineConfig, type Plugin, type PluginOption, type Rolldown } from 'vite';
import type { ScreenOutline } from './src/app/drawScreens';
import type * as Drawing from './src/app/prerender';

const ROOT = import.meta.dirname;

type Bundle = Rolldown.OutputBundle;

/**
 * Writes each public page as a complete HTML file beside index.html, with its text and styles in it, so that one
 * response is enough to paint it, without a script. The head comes from index.html. The body and the page's own tags
 * are rendered by the app's components. The protected screens get a page each with their outline and its styles; index.html,
 * which Hosting sends for every other address, is that of /today, for `/` leads there. `complete/` has the same pages with
 * all of the screen's styles: the service worker keeps them, because snapshots need the styles at once.
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
        const parts = (LATER_PARTS[screen.path] ?? []).map((source) => chunkOf(source, bundle));
        const files = [...cssFiles([...chunks, ...parts], bundle)];
        const styles = files
          .map((file) => readFileSync(join(outDir, file), 'utf8').trim())
          .join('');
        // The page has the fonts. Declared again, one that came too late for the first paint would be tried again.
        const later = styles.replaceAll(FONT_FACE, '');
        const stylesFile = `assets/screen${screen.path.replace('/', '-')}-${hashOf(later)}.css`;
        writeFileSync(join(outDir, stylesFile), later);
        const document = {
          shell,
          script: screenScript,
          modules: modulesMeta(chunks, bundle),
          files,
        };
        const first = screenDocument(screen, {
          ...document,
          styles: await outlineStyles(screen, styles),
          stylesFile,
        });
        const file = screen.path === HOME ? 'index' : screen.path;
        writeFileSync(join(outDir, `${file}.html`), first);
        mkdirSync(join(outDir, 'complete'), { recursive: true });
        writeFileSync(
          join(outDir, `complete${screen.path}.html`),
          screenDocument(screen, { ...document, styles }),
        );
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

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 8);

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
const LATER_PARTS: Record<string, string[]> = {
  [HOME]: ['src/features/events/calendar/DayRail.tsx'],
};

interface ScreenParts {
  shell: string;
  script: string;
  modules: string;
  /** The app's files of the styles that the screen is drawn with. */
  files: string[];
  /** The styles that the page has in it. */
  styles: string;
  /** One file with all of them, if the page has not. */
  stylesFile?: string;
}

/** The first paint does without the module, so it comes after what the first paint needs. */
const atLowPriority = (script: string) => script.replace('<script', '<script fetchpriority="low"');

function screenDocument(
  { path, title, wide, narrow }: ScreenOutline,
  { shell, script, modules, files, styles, stylesFile }: ScreenParts,
): string {
  const head = [
    `<title data-outline-title>${title}</title>`,
    // Not loaded: the app finds them, and does not load what is in the page or in its file.
    ...files.map((file) => `<link rel="stylesheet" href="/${file}" disabled>`),
    `<style>${styles}</style>`,
  ];
  // The script decides when they are loaded.
  const names = [modules, stylesFile && `<meta name="styles" content="/${stylesFile}">`];
  const early = `${names.filter(Boolean).join('\n')}\n<script>${script}</script>`;
  return (
    shell
      .replace(STYLES_AND_MODULES, '')
      .replace('<html', () => `<html data-screen="${path}"`)
      // After the module, whose address it reads.
      .replace(FIRST_SCRIPT, (module) => `${atLowPriority(module)}\n${early}`)
      .replace('</head>', () => `${head.join('\n')}\n</head>`)
      .replace(ROOT_ELEMENT, () => `<div id="root">${outlines({ wide, narrow })}</div>`)
  );
}

const outlines = ({ wide, narrow }: Pick<ScreenOutline, 'wide' | 'narrow'>) =>
  `<div data-outline="wide">${wide}</div><div data-outline="narrow">${narrow}</div>`;

/**
 * Without what applies to nobody who has only the outline yet: paper, and a pointer that rests on something. With forced
 * colors the browser chooses them until the app is there.
 */
function withoutLater(styles: string): string {
  const root = parse(styles);
  root.walkAtRules('media', (rule) => {
    if (rule.params === 'print' || rule.params.includes('forced-colors')) rule.remove();
  });
  root.walkRules((rule) => {
    const kept = rule.selectors.filter((selector) => !selector.includes(':hover'));
    if (kept.length > 0) rule.selectors = kept;
    else rule.remove();
  });
  return root.toString();
}

const FONT_FACE = /@font-face\{[^}]*\}/g;

/** What the page's scripts or the person's settings may write into the page. */
const LATER_ATTRIBUTES = [/\[data-(?:mode|night|density|account-line|unknown)\b/];

/**
 * The rules that the outlines need. The page is small enough then for the first packets of a connection, so that it is there
 * a round trip sooner.
 */
async function outlineStyles(outline: ScreenOutline, styles: string): Promise<string> {
  const beasties = new Beasties({
    logLevel: 'silent',
    preloadFonts: false,
    allowRules: LATER_ATTRIBUTES,
  });
  const page = `<html><head><style>${withoutLater(styles)}</style></head><body>${outlines(outline)}</body></html>`;
  const [, rules] = /<style>(.*?)<\/style>/s.exec(await beasties.process(page)) ?? [];
  if (!rules) throw new Error(`The outline of ${outline.path} has no styles.`);
  // It does not see that they are used: the font's name is in a variable.
  const fonts = styles.match(FONT_FACE) ?? [];
  return fonts.join('') + rules;
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
  const marks = [page.app && ` data-app="${app}"`, page.signedOutOnly && ' data-signed-out-only'];
  const head = [
    tags,
    `<script>${script}</script>`,
    `<style>${styles}</style>`,
    page.app && modules,
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
