import { lazy, useState, type ComponentType } from 'react';
import { PartNotLoaded } from '../lib/partNotLoaded';
import { DialogBoundary } from './states/Boundary';

/** A component whose code is fetched when it is first drawn, or before that with `preload()`. */
export type LazyComponent<Props> = ComponentType<Props> & {
  preload: () => void;
  /** Like `preload`, but resolves to the component, or to undefined if its code can't be loaded. */
  load: () => Promise<ComponentType<Props> | undefined>;
};

/**
 * Returns a component that loads its code by dynamic import. A component with `onClose`, such as a dialog or a menu,
 * opens over the screen. The screen stays as it is while the code loads, and a notice appears if the code can't be
 * loaded. Every other component needs a boundary around it. React's own `lazy` shows its fallback for a moment even if
 * the code is there, and never recovers from a failed import. This component is drawn at once if it was preloaded.
 * After a failed import, it loads its code again once `PartNotLoaded.forget()` was called.
 */
export function lazyComponent<Props extends object>(
  importPart: () => Promise<{ default: ComponentType<Props> }>,
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | undefined;
  const fetchCode = async () => {
    const part = await importPart().catch((cause: unknown) => {
      throw new PartNotLoaded(cause, () => void (Fetching = fetching()));
    });
    loaded = part.default;
    return part;
  };
  const fetching = () => lazy(fetchCode) as unknown as ComponentType<Props>;
  let Fetching = fetching();

  function Part(props: Props) {
    // Chosen once, because React would discard the part's state if another component took its place.
    const [Drawn] = useState(() => loaded ?? Fetching);
    return <Drawn {...props} />;
  }

  function Lazy(props: Props) {
    const part = <Part {...props} />;
    if (!isOverlay(props)) return part;
    return (
      <DialogBoundary isOpen={props.open ?? true} onClose={props.onClose}>
        {part}
      </DialogBoundary>
    );
  }

  // Ignores an error. Drawing the part loads the code again and reports the error.
  const load = () =>
    fetchCode().then(
      (part) => part.default,
      () => undefined,
    );
  return Object.assign(Lazy, { preload: () => void load(), load });
}

const isOverlay = (props: object): props is { open?: boolean; onClose: () => void } =>
  'onClose' in props;

// Removes the link of a stylesheet that failed. Vite would treat it as loaded, and a retry would draw the part
// unstyled.
if (typeof document !== 'undefined')
  document.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') target.remove();
    },
    { capture: true },
  );
