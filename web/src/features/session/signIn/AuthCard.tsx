import type { ReactNode } from 'react';
import css from './AuthCard.module.css';

export function AuthCard({ children }: { children: ReactNode }) {
  return <div className={css.card}>{children}</div>;
}
