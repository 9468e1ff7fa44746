import { BarChart } from '@mui/x-charts/BarChart';
import { LineChart } from '@mui/x-charts/LineChart';
import { MuiTheme } from '../../ui/theme/MuiTheme';
import { labelStep } from './axisTicks';
import css from './InsightChart.module.css';

interface ChartSeries {
  label: string;
  /** One value for each label of the chart, or null if a label has no value. */
  values: readonly (number | null)[];
  color: string;
}

export interface InsightChartProps {
  kind: 'bar' | 'line';
  labels: readonly string[];
  series: readonly ChartSeries[];
  /** Formats a value for the tooltip and the table. */
  format: (value: number) => string;
  /** Formats a value for the axis, in a shorter form. */
  axisFormat: (value: number) => string;
  /** The values at which the axis has a line, from the lowest to the highest. */
  ticks: readonly number[];
  /** Whether the series are stacked, as parts of a whole. */
  isStacked?: boolean;
}

const CHART_HEIGHT = 220;

/** Returns the width of an axis with these labels, in px. A character of a wide fallback font has at most 8. */
const axisWidth = (labels: readonly string[]): number =>
  16 + 8 * Math.max(0, ...labels.map(({ length }) => length));

/**
 * A chart drawn by MUI X. The chart is hidden from screen readers, because the panel around it has the same content as
 * a sentence and a table. Default export, because only /insights loads MUI X, after its first paint.
 */
export default function InsightChart({
  kind,
  labels,
  series,
  format,
  axisFormat,
  ticks,
  isStacked,
}: InsightChartProps) {
  const axis = {
    tickLabelStyle: { fill: 'var(--ink-2)', fontSize: 12 },
    disableLine: true,
    disableTicks: true,
  };
  const shared = {
    height: CHART_HEIGHT,
    // The last label is centered below its value. Without this margin the label would be cut to "No…" in a wide font.
    margin: { top: 12, right: 32, bottom: 0, left: 0 },
    hideLegend: true,
    skipAnimation: true,
    disableKeyboardNavigation: true,
    grid: { horizontal: true },
    yAxis: [
      {
        ...axis,
        width: axisWidth(ticks.map(axisFormat)),
        min: 0,
        max: ticks.at(-1),
        tickInterval: [...ticks],
        valueFormatter: axisFormat,
      },
    ],
  };
  const labelAxis = {
    ...axis,
    data: [...labels],
    height: 28,
    tickLabelInterval: (_: unknown, index: number) => index % labelStep(labels.length) === 0,
  };
  const lines = series.map(({ label, values, color }) => ({
    label,
    data: [...values],
    color,
    valueFormatter: (value: number | null) => (value === null ? '—' : format(value)),
  }));
  return (
    <div className={css.chart} aria-hidden="true">
      <MuiTheme>
        {kind === 'bar' ? (
          <BarChart
            {...shared}
            borderRadius={3}
            xAxis={[{ ...labelAxis, scaleType: 'band', categoryGapRatio: 0.3 }]}
            series={lines.map((line) => ({ ...line, ...(isStacked && { stack: 'all' }) }))}
          />
        ) : (
          <LineChart
            {...shared}
            xAxis={[{ ...labelAxis, scaleType: 'point' }]}
            series={lines.map((line) => ({
              ...line,
              curve: 'linear' as const,
              connectNulls: true,
              showMark: true,
            }))}
          />
        )}
      </MuiTheme>
    </div>
  );
}
