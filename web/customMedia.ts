import type { Plugin } from 'vite';
import { PHONE_QUERY } from './src/lib/browser/phoneQuery.ts';

/** Matches a media query that tests only the width of the window. */
const NARROW_ONLY = /(?<!\()\(width (<|>=) 768px\)/;

const put = (text: string) => text.replaceAll('(--phone)', PHONE_QUERY);

/** Lets stylesheets and index.html name the phone's media query, because browsers do not know custom media. */
export const customMedia = (): Plugin => ({
  name: 'daymark:custom-media',
  enforce: 'pre',
  transform: {
    filter: { id: /\.css$/ },
    handler(code) {
      if (NARROW_ONLY.test(code)) this.error('Write (--phone): a phone can be on its side.');
      return put(code);
    },
  },
  transformIndexHtml: { order: 'pre', handler: put },
});
