import { lazyPart } from '../../lib/lazyPart';

/** MarkdownText and its Markdown parser, loaded when a note is about to be opened. */
export const LazyMarkdownText = lazyPart(() => import('./MarkdownText'));
