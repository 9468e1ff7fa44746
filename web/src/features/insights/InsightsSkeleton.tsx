import { Panel } from '../../ui/layout/Panel';
import css from './InsightsSkeleton.module.css';

export function InsightsSkeleton() {
  return (
    <div className={css.skeleton} role="status" aria-label="Loading insights">
      {['a', 'b', 'c', 'd'].map((key) => (
        <Panel key={key}>
          <i />
          <i />
        </Panel>
      ))}
    </div>
  );
}
