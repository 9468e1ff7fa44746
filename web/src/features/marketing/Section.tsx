import { useEffect, useRef, type ReactNode } from 'react';
import css from './Section.module.css';

interface SectionProps {
  /** What an address ends in to lead here: `#pricing`. */
  id: string;
  children: ReactNode;
}

/** One band of a public page, at the content's width. It scrolls into view when the address asks for it. */
export function Section({ id, children }: SectionProps) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    // Drawn by the app, it was not there when the browser looked for it; drawn by the build, the browser has found it.
    if (location.hash === `#${id}` && window.scrollY === 0) section.current?.scrollIntoView();
  }, [id]);
  return (
    <section className={css.section} id={id} ref={section}>
      {children}
    </section>
  );
}
