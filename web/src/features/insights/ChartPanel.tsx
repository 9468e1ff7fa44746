import { useId, type ReactNode } from 'react';
import { Panel } from '../../ui/layout/Panel';
import { PartBoundary } from '../../ui/states/Boundary';
import css from './ChartPanel.module.css';
import type { InsightChartProps } from './InsightChart';
import { lazyComponent } from '../../ui/lazyComponent';

const InsightChart = lazyComponent(() => import('./InsightChart'));

interface ChartPanelProps extends InsightChartProps {
  title: string;
  /** A sentence that says what the chart shows. */
  summary: ReactNode;
  /** The table's heading for the labels: "Day", "Hour". */
  labelled: string;
  /** Longer labels for the table. */
  longLabels?: readonly string[];
}

/** A chart with its title, a sentence that says what it shows, and its values as a table. */
export function ChartPanel({ title, summary, labelled, longLabels, ...chart }: ChartPanelProps) {
  const id = useId();
  const { labels, series, format } = chart;
  return (
    <Panel className={css.panel} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        <p>{summary}</p>
      </header>
      {series.length > 1 && (
        <ul className={css.legend} aria-hidden="true">
          {series.map(({ label, color }) => (
            <li key={label}>
              <i style={{ backgroundColor: color }} />
              {label}
            </li>
          ))}
        </ul>
      )}
      <div className={css.chart}>
        <PartBoundary>
          <InsightChart {...chart} />
        </PartBoundary>
      </div>
      <details className={css.table}>
        <summary>Show as a table</summary>
        <div tabIndex={0} role="region" aria-label={`${title}, as a table`}>
          <table>
            <thead>
              <tr>
                <th scope="col">{labelled}</th>
                {series.map(({ label }) => (
                  <th key={label} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {labels.map((label, index) => (
                <tr key={label}>
                  <th scope="row">{longLabels?.[index] ?? label}</th>
                  {series.map((one) => {
                    const value = one.values[index] ?? null;
                    return <td key={one.label}>{value === null ? '—' : format(value)}</td>;
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </Panel>
  );
}
