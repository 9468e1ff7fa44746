import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type InlineConfig, type Plugin, type PluginOption, type Rolldown } from 'vite';
import type * as Drawing from './src/app/prerender';

const ROOT = import.meta.dirname;

type Bundle = Rolldown.OutputBundle;

/**
 * Writes each public page as a complete HTML file beside index.html, with its text and styles in it, so that one
 * response is enough to paint it, without a script. The head comes from index.html. The body and the page's own tags
 * are rendered by the app's components. index.html itself gets the script that shows a screen's snapshot.
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
      const screenScript = await inlineScript('src/app/beforeScreenPaint.ts', config);
      writeFileSync(
        join(outDir, 'index.html'),
        // After the module, whose address it reads, and before the stylesheets, which it would wait for.
        shell.replace(FIRST_SCRIPT, (module) => `${module}\n    <script>${screenScript}</script>`),
      );
      const start = chunkOf('src/main.tsx', bundle);
      for (const page of pages) {
        const chunks = [start, chunkOf(page.source, bundle)];
        const styles = [...cssFiles(chunks, bundle)]
          .map((file) => readFileSync(join(outDir, file), 'utf8').trim())
          .join('');
        const html = pageDocument(page, { shell, script, styles, app: `/${start.fileName}` });
        writeFileSync(join(outDir, `${page.path}.html`), html);
      }
      writeFileSync(join(outDir, 'sitemap.xml'), sitemap);
      writeFileSync(join(outDir, 'robots.txt'), robots);
    },
  };
}

/** Builds the code that renders the pages for Node, and runs it. */
async function draw(config: InlineConfig): Promise<Drawing.PublicSite> {
  // Below node_modules, so that Node finds the packages that are not bundled.
  const modules = join(ROOT, 'node_modules');
  mkdirSync(modules, { recursive: true });
  const outDir = mkdtempSync(join(modules, '.prerender-'));
  try {
    await build({
      ...config,
      build: { ssr: 'src/app/prerender.tsx', outDir },
      ssr: { noExternal: ['@daymark/contract'] },
    });
    const built = pathToFileURL(join(outDir, 'prerender.js')).href;
    const { drawPublicSite } = (await import(built)) as typeof Drawing;
    return await drawPublicSite();
  } finally {
    rmSync(outDir, { recursive: true });
  }
}

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

/** The stylesheets of some chunks and their imports, in the order in which they apply. */
function cssFiles(chunks: Rolldown.OutputChunk[], bundle: Bundle): Set<string> {
  const files = new Set<string>();
  const seen = new Set<string>();
  const visit = (chunk: Rolldown.OutputChunk) => {
    if (seen.has(chunk.fileName)) return;
    seen.add(chunk.fileName);
    for (const name of chunk.imports) {
      const imported = bundle[name];
      if (imported?.type === 'chunk') visit(imported);
    }
    chunk.viteMetadata?.importedCss.forEach((file) => files.add(file));
  };
  chunks.forEach(visit);
  return files;
}

const ROOT_ELEMENT = '<div id="root"></div>';
const FIRST_SCRIPT = /<script type="module"[^>]*><\/script>/;
/** What index.html loads for the app: its scripts, and the styles that the page has inline. */
const APP_FILES =
  /\s*<script\b[^>]*><\/script>|\s*<link\b[^>]*rel="(?:modulepreload|stylesheet)"[^>]*>|\s*<noscript>.*?<\/noscript>/gs;
/** React renders the tags for the head before everything else. */
const HEAD_TAGS = /^(?:<title>.*?<\/title>|<(?:meta|link)\b[^>]*>)*/s;

interface Parts {
  shell: string;
  script: string;
  styles: string;
  app: string;
}

function pageDocument(page: Drawing.PublicPage, { shell, script, styles, app }: Parts): string {
  const tags = HEAD_TAGS.exec(page.html)?.[0] ?? '';
  const body = page.html.slice(tags.length);
  const marks = [page.app && ' data-app', page.signedOutOnly && ' data-signed-out-only'];
  const head = [
    tags,
    `<script>${script}</script>`,
    `<style>${styles}</style>`,
    page.app && `<script type="module" crossorigin src="${app}"></script>`,
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
