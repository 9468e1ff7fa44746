import { useLayoutEffect, useState, type RefObject } from 'react';

/** The number of lines in a day until the grid is measured. */
const DEFAULT_LINES = 3;
/** Heights in MonthGrid.module.css: the number of the day, and one line. In rem and in px. */
const NUMBER = { rem: 1.625, px: 8 };
const LINE = { rem: 1.1875, px: 2 };

/** Returns how many lines fit in a day of the month. The days are as tall as the window allows. */
export function useLineCount(grid: RefObject<HTMLElement | null>): number {
  const [count, setCount] = useState(DEFAULT_LINES);
  useLayoutEffect(() => {
    const week = grid.current?.lastElementChild;
    if (!week) return undefined;
    const measure = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      const { height } = week.getBoundingClientRect();
      const space = height - NUMBER.rem * rem - NUMBER.px;
      const fitting = Math.floor(space / (LINE.rem * rem + LINE.px));
      // A hidden grid has no height.
      if (height > 0) setCount(Math.max(fitting, 1));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(week);
    return () => observer.disconnect();
  }, [grid]);
  return count;
}
