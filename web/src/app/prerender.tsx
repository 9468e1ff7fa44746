import '../ui/theme/baseStyles';
import { renderToStaticMarkup } from 'react-dom/server';
import { prerenderToNodeStream } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { text } from 'node:stream/consumers';
import { PUBLIC_SITE } from '../lib/product';
import { AppTree } from './AppTree';
import { formPages, publicPages, signedOutPages } from './routePages';

/* Draws the public pages while the app is built (web/prerender.ts). No browser gets this code. */

export interface PublicPage {
  path: string;
  /** The file of the page's component, named after the component. */
  source: string;
  /** The tags that React puts into the head, followed by the body. */
  html: string;
  /** Whether the app takes the page over. */
  app: boolean;
  /** Whether a signed-in person is redirected from the page. */
  signedOutOnly: boolean;
}

export interface PublicSite {
  pages: PublicPage[];
  /** The list of public routes for search engines. `robots` names the list's address. */
  sitemap: string;
  robots: string;
}

export async function drawPublicSite(): Promise<PublicSite> {
  const pages = await Promise.all(
    Object.entries({ ...publicPages, ...signedOutPages }).map(async ([path, page]) => {
      const Page = await page.load();
      if (!Page) throw new Error(`The code of ${path} can't be loaded.`);
      const app = formPages.includes(path);
      const html = app ? await drawApp(path) : renderToStaticMarkup(<Page />);
      const source = `src/pages/public/${Page.name}.tsx`;
      return { path, source, html, app, signedOutOnly: path in signedOutPages };
    }),
  );
  const addresses = pages.map(({ path }) => `  <url><loc>${PUBLIC_SITE}${path}</loc></url>`);
  return {
    pages,
    sitemap: [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
      ...addresses,
      '</urlset>\n',
    ].join('\n'),
    robots: `User-agent: *\nAllow: /\nDisallow: /api/\n\nSitemap: ${PUBLIC_SITE}/sitemap.xml\n`,
  };
}

async function drawApp(path: string): Promise<string> {
  const { prelude } = await prerenderToNodeStream(
    <AppTree router={(routes) => <StaticRouter location={path}>{routes}</StaticRouter>} />,
    {
      // With the default size, React replaces parts of a larger page with a spinner, and adds a script that puts them
      // in.
      progressiveChunkSize: Infinity,
      onError: (error) => {
        throw error;
      },
    },
  );
  return text(prelude);
}
