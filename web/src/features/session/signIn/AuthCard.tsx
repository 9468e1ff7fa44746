import type { ReactNode } from 'react';
import css from './AuthCard.module.css';

/** The card around a sign-in form. */
export function AuthCard({ children }: { children: ReactNode }) {
  return <div className={css.card}>{children}</div>;
}
