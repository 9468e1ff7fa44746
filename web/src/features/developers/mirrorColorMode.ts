import { colorMode } from '../../ui/colorMode';

const DARK = '(prefers-color-scheme: dark)';

/** Tells the viewer's styles, which know a class only, whether the page is dark. Answers a function that ends it. */
export function mirrorColorMode(): () => void {
  const system = matchMedia(DARK);
  const { classList } = document.documentElement;
  const mirror = () => {
    const mode = colorMode.current();
    classList.toggle('dark-mode', mode === 'dark' || (mode === 'system' && system.matches));
  };
  mirror();
  const stop = colorMode.subscribe(mirror);
  system.addEventListener('change', mirror);
  return () => {
    stop();
    system.removeEventListener('change', mirror);
    classList.remove('dark-mode');
  };
}
