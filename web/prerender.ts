import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type InlineConfig, type Plugin, type PluginOption, type Rolldown } from 'vite';
import type * as Drawing from './src/app/prerender';
import { screenPaths } from './src/lib/screens';

const ROOT = import.meta.dirname;

/** The module that draws the public pages. */
const DRAWING = 'src/app/prerender.tsx';

type Bundle = Rolldown.OutputBundle;

/**
 * Writes each public page as a complete HTML file beside index.html. The page's text and styles are in the file, so
 * that one response is enough to paint the page, without a script. The head comes from index.html. The body and the
 * page's own tags are rendered by the app's components. Each protected screen gets a copy of index.html that names the
 * files of its code, so that the browser fetches them all at once. The page of /today is index.html itself, which
 * Hosting also sends for every other address.
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
      const index = readFileSync(join(outDir, 'index.html'), 'utf8');
      const script = await inlineScript('src/app/beforePaint.ts', config);
      const start = chunkOf('src/main.tsx', bundle);
      const app = chunkOf('src/app/App.tsx', bundle);
      const shell = chunkOf('src/app/shell/Shell.tsx', bundle);

      const { pages, sitemap, robots, stylesOf } = await draw(config);
      for (const page of pages) {
        // A page that is only read gets its own styles. With the app's styles, it would be larger than what a server
        // sends at once.
        const files = page.app ? cssFiles([start, app, chunkOf(page.source, bundle)], bundle) : [];
        const styles = page.app ? stylesIn(outDir, files) : stylesOf(page);
        const main = `/${start.fileName}`;
        const html = publicDocument(page, { index, script, styles, files, main });
        writeFileSync(join(outDir, `${page.path}.html`), html);
      }

      const startFiles = cssFiles([start, app, shell], bundle);
      const startStyles = stylesIn(outDir, startFiles);
      const first = importsOf([start], bundle);
      for (const path of screenPaths) {
        const chunks = [start, app, shell, chunkOf(sourceOf(path), bundle)];
        const html = screenDocument(index, {
          script,
          styles: startStyles,
          files: startFiles,
          first,
          later: importsOf(chunks, bundle).filter((chunk) => !first.includes(chunk)),
          preloads: cssFiles(chunks, bundle).filter((file) => !startFiles.includes(file)),
        });
        writeFileSync(join(outDir, `${path === HOME ? 'index' : path}.html`), html);
      }
      writeFileSync(join(outDir, 'sitemap.xml'), sitemap);
      writeFileSync(join(outDir, 'robots.txt'), robots);
    },
  };
}

interface DrawnSite extends Drawing.PublicSite {
  /** Returns the styles of a page that is only read. */
  stylesOf: (page: Drawing.PublicPage) => string;
}

/** Renders the public pages in Node. */
async function draw(config: InlineConfig): Promise<DrawnSite> {
  // Below node_modules, so that Node finds the packages that are not bundled.
  const modules = join(ROOT, 'node_modules');
  mkdirSync(modules, { recursive: true });
  const outDir = mkdtempSync(join(modules, '.prerender-'));
  try {
    const { output } = (await build({
      ...config,
      build: { outDir, ssr: DRAWING, ssrEmitAssets: true },
      ssr: { noExternal: ['@daymark/contract'] },
    })) as Rolldown.RolldownOutput;
    const bundle = Object.fromEntries(output.map((file) => [file.fileName, file]));
    const built = pathToFileURL(join(outDir, 'prerender.js')).href;
    const { drawPublicSite } = (await import(built)) as typeof Drawing;
    const site = await drawPublicSite();
    const styles = site.pages.map((page) => {
      const chunks = [chunkOf(DRAWING, bundle), chunkOf(page.source, bundle)];
      return [page.path, stylesIn(outDir, cssFiles(chunks, bundle))] as const;
    });
    const byPath = new Map(styles);
    return { ...site, stylesOf: ({ path }) => byPath.get(path) ?? '' };
  } finally {
    rmSync(outDir, { recursive: true });
  }
}

/**
 * Returns a script that is written into pages, bundled with its imports. @throws if the content security policy forbids
 * it.
 */
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

/**
 * Checks that the content security policy has the script's hash. Without the hash, the policy forbids the inline
 * script. @throws if the hash is missing.
 */
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

/** Returns some chunks and all that they import, in the order in which they are run. */
function importsOf(chunks: Rolldown.OutputChunk[], bundle: Bundle): Rolldown.OutputChunk[] {
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
  return [...all];
}

/** Returns the stylesheets of some chunks and their imports, in the order in which they apply. */
const cssFiles = (chunks: Rolldown.OutputChunk[], bundle: Bundle): string[] => [
  ...new Set(
    importsOf(chunks, bundle).flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]),
  ),
];

const stylesIn = (folder: string, files: readonly string[]): string =>
  files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('');

/**
 * Returns the tags for the styles of some files. The links load nothing. The links tell Vite that these files are
 * applied. Otherwise the first dialog would load the files again. A second load could switch a page from the fallback
 * font to the app's font, and move the elements under the pointer.
 */
const inlineStyles = (styles: string, files: readonly string[]): string[] => [
  `<style>${styles}</style>`,
  ...files.map((file) => `<link rel="stylesheet" href="/${file}" disabled>`),
];

/** The screen to which `/` redirects. */
const HOME = '/today';

/** Returns the file of a screen's component. For example, /today is drawn by TodayPage. */
const sourceOf = (path: string) =>
  `src/pages/${path.charAt(1).toUpperCase()}${path.slice(2)}Page.tsx`;

const ROOT_CONTENT = /(?<=<div id="root">).*(?=<\/div>\s*<noscript>)/s;
const LINKS = /\s*<link\b[^>]*rel="(?:modulepreload|stylesheet)"[^>]*>/g;
/** The tags with which index.html loads the app. */
const APP_FILES = /\s*<script\b[^>]*><\/script>|\s*<noscript>.*?<\/noscript>/gs;
/** The tags for the head, which React renders before everything else. */
const HEAD_TAGS = /^(?:<title>.*?<\/title>|<(?:meta|link)\b[^>]*>)*/s;

interface ScreenParts {
  script: string;
  /** The styles that the first paint needs, and the files that have them. */
  styles: string;
  files: string[];
  /** The code that requests the person's records. */
  first: Rolldown.OutputChunk[];
  /** The code that draws the screen. */
  later: Rolldown.OutputChunk[];
  /** The stylesheets of the screen itself. */
  preloads: string[];
}

const preloadOf = ({ fileName }: Rolldown.OutputChunk) =>
  `<link rel="modulepreload" crossorigin href="/${fileName}">`;

function screenDocument(
  index: string,
  { script, styles, files, first, later, preloads }: ScreenParts,
): string {
  const head = [
    ...inlineStyles(styles, files),
    `<script>${script}</script>`,
    ...first.map(preloadOf),
    ...later.map((chunk) => preloadOf(chunk).replace('<link', '<link fetchpriority="low"')),
    // The app applies these stylesheets when it draws the screen.
    ...preloads.map((file) => `<link rel="preload" as="style" crossorigin href="/${file}">`),
  ];
  return index.replace(LINKS, '').replace('</head>', () => `${head.join('\n')}\n</head>`);
}

interface PublicParts {
  index: string;
  script: string;
  styles: string;
  files: string[];
  /** The address of the app's first file. */
  main: string;
}

function publicDocument(
  page: Drawing.PublicPage,
  { index, script, styles, files, main }: PublicParts,
): string {
  const tags = HEAD_TAGS.exec(page.html)?.[0] ?? '';
  const body = page.html.slice(tags.length);
  const attributes = [
    ' data-public',
    page.app && ` data-app="${main}"`,
    page.signedOutOnly && ' data-signed-out-only',
  ];
  const head = [tags, `<script>${script}</script>`, ...inlineStyles(styles, files)];
  return (
    index
      .replace(ROOT_CONTENT, '')
      .replace(LINKS, '')
      .replace(APP_FILES, '')
      // Functions, because `$` has a meaning in a replacement string.
      .replace('<div id="root">', (tag) => tag + body)
      .replace('<html', () => `<html${attributes.filter(Boolean).join('')}`)
      .replace('</head>', () => `${head.join('\n')}\n</head>`)
  );
}
