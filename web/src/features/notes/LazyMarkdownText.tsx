import type { ComponentProps } from 'react';
import { lazyPart } from '../../lib/browser/lazyPart';
import { PartBoundary } from '../../ui/states/Boundary';

const MarkdownText = lazyPart(() => import('./MarkdownText'));

/** A note's text, drawn. Its code is 60 KB, and only open notes need it: until it is there, the text is shown as typed. */
function Text(props: ComponentProps<typeof MarkdownText>) {
  return (
    <PartBoundary fallback={<p>{props.text}</p>}>
      <MarkdownText {...props} />
    </PartBoundary>
  );
}

export const LazyMarkdownText = Object.assign(Text, { preload: MarkdownText.preload });
