import { useEffect, useRef, type ReactNode } from 'react';
import css from './Section.module.css';

interface SectionProps {
  /** The anchor for links: `#pricing`. */
  id: string;
  children: ReactNode;
}

/** A section of a public page, as wide as the content. The section scrolls into view if the address has its anchor. */
export function Section({ id, children }: SectionProps) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    // If the app rendered the page, the section didn't exist when the browser looked for the anchor.
    if (location.hash === `#${id}` && window.scrollY === 0) section.current?.scrollIntoView();
  }, [id]);
  return (
    <section className={css.section} id={id} ref={section}>
      {children}
    </section>
  );
}
