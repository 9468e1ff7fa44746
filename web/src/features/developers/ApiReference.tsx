import { useEffect, useRef, useState } from 'react';
import { LoadErrorMessage } from '../../ui/states/LoadErrorMessage';
import { TextInput } from '../../ui/fields/TextInput';
import css from './ApiReference.module.css';

/**
 * Shows the API reference, with a field for the token that its calls use. The viewer is large, so it is loaded when the
 * reference comes near the screen. The token stays in this component. The token is neither stored nor part of an
 * address.
 */
export function ApiReference() {
  const [token, setToken] = useState('');
  const typed = useRef('');
  const target = useRef<HTMLDivElement>(null);
  const [attempt, setAttempt] = useState(1);
  const [state, setState] = useState<'waiting' | 'drawn' | Error>('waiting');

  useEffect(() => {
    const place = target.current;
    if (!place) return undefined;
    // The viewer draws with its own React and can't be unmounted, so it gets an element that can be removed.
    const root = document.createElement('div');
    place.append(root);
    let isGone = false;
    const near = new IntersectionObserver(
      (changes) => {
        if (!changes.some(({ isIntersecting }) => isIntersecting)) return;
        near.disconnect();
        import('./drawReference')
          .then(({ drawReference }) => drawReference(root, () => typed.current.trim()))
          .then(
            () => isGone || setState('drawn'),
            (error: unknown) => isGone || setState(error as Error),
          );
      },
      { rootMargin: '600px' },
    );
    near.observe(place);
    return () => {
      isGone = true;
      near.disconnect();
      root.remove();
    };
  }, [attempt]);

  const retry = () => {
    setState('waiting');
    setAttempt((count) => count + 1);
  };
  return (
    <>
      <div className={css.token}>
        <TextInput
          label="Your API token"
          hint="Used to try out calls here. It stays on this page and is forgotten when you leave."
          type="password"
          autoComplete="off"
          spellCheck={false}
          placeholder="daymark_…"
          value={token}
          onChange={({ target: { value } }) => {
            typed.current = value;
            setToken(value);
          }}
        />
      </div>
      {state instanceof Error && (
        <LoadErrorMessage title="The reference couldn’t be loaded" error={state} onRetry={retry} />
      )}
      <noscript>The reference needs JavaScript.</noscript>
      <div ref={target} className={css.reference} aria-busy={state === 'waiting'} />
    </>
  );
}
