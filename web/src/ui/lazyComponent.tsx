import { lazy, useState, type ComponentType } from 'react';
import { PartNotLoaded } from '../lib/partNotLoaded';
import { DialogBoundary } from './states/Boundary';

/** A component whose code is fetched when it is first drawn, or before that with `preload()`. */
export type LazyComponent<Props> = ComponentType<Props> & {
  preload: () => void;
  /** Does the same. Resolves to the component, or to undefined if its code can't be loaded. */
  load: () => Promise<ComponentType<Props> | undefined>;
};

/**
 * Returns a component that loads its code by dynamic import. A component with `onClose`, such as a dialog or a menu, opens
 * over the screen: the screen stays as it is while the code loads, and a notice says if it can't be loaded. Every other
 * one needs a boundary around it.
 *
 * React's own `lazy` shows its fallback even if the code is there, for at least 300 ms, and fails forever once it has
 * failed. This one is drawn at once if it was preloaded, and is tried again after `PartNotLoaded.forget()`.
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
    // Chosen once: with another component in its place React would throw away the part's state.
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

  // An error is reported when the part is drawn, which asks again.
  const load = () =>
    fetchCode().then(
      (part) => part.default,
      () => undefined,
    );
  return Object.assign(Lazy, { preload: () => void load(), load });
}

const isOverlay = (props: object): props is { open?: boolean; onClose: () => void } =>
  'onClose' in props;

// Vite takes the link of a stylesheet that failed for one that is there: the part would be drawn without its styles.
if (typeof document !== 'undefined')
  document.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') target.remove();
    },
    { capture: true },
  );
