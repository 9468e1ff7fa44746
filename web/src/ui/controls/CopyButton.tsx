import { useEffect, useState, type ComponentProps } from 'react';
import { copyText } from '../../lib/browser/copyText';
import { Button } from './Button';

/** How long the button shows whether the text was copied, in ms. */
const COPIED_MS = 2_000;

interface CopyButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick' | 'children'> {
  /** The button's name for screen readers: "Copy the token". */
  label: string;
  text: string;
}

/** Copies a text and shows whether that worked. */
export function CopyButton({ label, text, ...button }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'failed'>();
  useEffect(() => {
    if (!outcome) return undefined;
    const timer = setTimeout(() => setOutcome(undefined), COPIED_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => setOutcome((await copyText(text)) ? 'copied' : 'failed');
  return (
    <Button aria-label={outcome ? undefined : label} {...button} onClick={() => void copy()}>
      <span aria-live="polite">
        {outcome === 'copied' ? 'Copied' : outcome === 'failed' ? 'Not copied' : 'Copy'}
      </span>
    </Button>
  );
}
