import type { ComponentProps } from 'react';
import { lazyComponent } from '../../ui/lazyComponent';
import { PartBoundary } from '../../ui/states/Boundary';

const MarkdownText = lazyComponent(() => import('./MarkdownText'));

/**
 * A note's text as formatted Markdown. The code for Markdown is large, and only open notes need it. Until the code has
 * loaded, the text is shown as typed.
 */
function Text(props: ComponentProps<typeof MarkdownText>) {
  return (
    <PartBoundary fallback={<p>{props.text}</p>}>
      <MarkdownText {...props} />
    </PartBoundary>
  );
}

export const LazyMarkdownText = Object.assign(Text, { preload: MarkdownText.preload });
