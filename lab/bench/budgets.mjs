// @ts-check

/** @typedef {import('./bench.mjs').Figures} Figures */
/** @typedef {[what: string, budget: string, value: string, floor: string, ratio: string, kept: string]} Row */

/** Layout shifts below this score are shown as none. */
const NO_SHIFT = 0.0005;

const ms = (/** @type {number} */ value) => `${value.toFixed(0)} ms`;
const kb = (/** @type {number} */ value) => `${value.toFixed(0)} kB`;

/**
 * Returns the table's rows for the figures that were measured.
 * @param {Figures} figures
 * @returns {Row[]}
 */
export const budgetRows = (figures) => [
  ...publicRows(figures),
  ...firstVisitRows(figures),
  ...ownRows(figures),
  ...listRows(figures),
  ...otherRows(figures),
];

/** @param {boolean} isKept */
const kept = (isKept) => (isKept ? 'yes' : '**no**');

/**
 * @param {string} what
 * @param {string} budget
 * @param {number} value
 * @param {boolean} isKept
 * @param {{ unit?: (value: number) => string, floor?: number | undefined }} [options]
 * @returns {Row}
 */
function row(what, budget, value, isKept, { unit = String, floor } = {}) {
  const beside = floor === undefined ? ['', ''] : [unit(floor), `${(value / floor).toFixed(2)} ×`];
  return /** @type {Row} */ ([what, budget, unit(value), ...beside, kept(isKept)]);
}

/** @param {Figures} figures @returns {Row[]} */
function publicRows({ public: pages }) {
  const { floor, ...rest } = pages ?? {};
  return Object.entries(rest).map(([path, page]) => {
    const { performance, accessibility = 0, bestPractices = 0, seo = 0, lcp, tbt, cls } = page;
    const scores = [performance, accessibility, bestPractices, seo];
    return [
      `${path}, Lighthouse mobile`,
      '100 each, LCP ≤ 1,200 ms, TBT ≤ 50 ms, no shift',
      `${scores.join(' ')}, LCP ${ms(lcp)}, TBT ${ms(tbt)}, shift ${shiftText(cls)}`,
      floor ? `LCP ${ms(floor.lcp)}` : '',
      floor ? `${(lcp / floor.lcp).toFixed(1)} ×` : '',
      kept(scores.every((score) => score === 100) && lcp <= 1_200 && tbt <= 50 && cls < NO_SHIFT),
    ];
  });
}

/** @param {Figures} figures @returns {Row[]} */
function firstVisitRows({ first }) {
  const { floor, ...visits } = first ?? {};
  const times = Object.entries(visits).flatMap(([name, { skeleton, shown, used }]) => {
    const what = `first visit, ${name}`;
    return [
      row(`${what}: skeleton seen`, '≤ 1,000 ms', skeleton, skeleton <= 1_000, {
        unit: ms,
        floor: floor?.skeleton,
      }),
      row(`${what}: own task on the screen`, '≤ 2,600 ms', shown, shown <= 2_600, {
        unit: ms,
        floor: floor?.shown,
      }),
      row(`${what}: own task can be ticked`, '≤ 2,600 ms', used, used <= 2_600, {
        unit: ms,
        floor: floor?.used,
      }),
    ];
  });
  if (times.length === 0) return [];
  const shift = Math.max(...Object.values(visits).map((visit) => visit.shift));
  const scriptKb = Math.max(...Object.values(visits).map((visit) => visit.scriptKb));
  return [
    ...times,
    row('first visit, the largest: layout shift', 'none', shift, shift < NO_SHIFT, {
      unit: shiftText,
    }),
    row('first visit, the largest: JavaScript until then', '≤ 190 kB', scriptKb, scriptKb <= 190, {
      unit: kb,
      floor: floor?.scriptKb,
    }),
  ];
}

/** @param {Figures} figures @returns {Row[]} */
function ownRows({ own }) {
  const { floor, ...pages } = own ?? {};
  return Object.entries(pages).map(
    ([name, { performance, lcp, tbt, cls, lcpElement, isOwnContent }]) => [
      `${name}, Lighthouse mobile`,
      '≥ 90, LCP ≤ 2,600 ms and of own content',
      `${performance}, LCP ${ms(lcp)} (“${lcpElement}”${isOwnContent ? '' : ', in every document'}), TBT ${ms(tbt)}, shift ${shiftText(cls)}`,
      floor ? `LCP ${ms(floor.lcp)}` : '',
      floor ? `${(lcp / floor.lcp).toFixed(1)} ×` : '',
      kept(performance >= 90 && lcp <= 2_600 && isOwnContent),
    ],
  );
}

/** @param {Figures} figures @returns {Row[]} */
function listRows({ lists = {} }) {
  return [1_000, 10_000].flatMap((size) =>
    [false, true].flatMap((isSlowed) => {
      const key = `${size}${isSlowed ? ', slowed' : ''}`;
      const [floor, ours] = [lists[`floor, ${key}`], lists[`daymark, ${key}`]];
      if (!floor || !ours) return [];
      const what = `${size.toLocaleString('en-US')} tasks${isSlowed ? ', processor 4 × slower' : ''}`;
      const times = size === 1_000 ? 2.5 : 3;
      const startBudget = isSlowed ? '≤ 500 ms' : `≤ ${times} × the floor`;
      const isQuick = (/** @type {number} */ used) =>
        isSlowed ? used <= 500 : used <= times * floor.used;
      const [limit, today] = [isSlowed ? 100 : 50, ours.today ?? NaN];
      const startOf = (/** @type {string} */ path) =>
        `${what}, warm start of ${path}: own task can be ticked`;
      return [
        row(startOf('/tasks'), startBudget, ours.used, isQuick(ours.used), {
          unit: ms,
          floor: floor.used,
        }),
        row(startOf('/today'), startBudget, today, isQuick(today), { unit: ms, floor: floor.used }),
        row(`${what}: added → painted`, `≤ ${limit} ms`, ours.added, ours.added <= limit, {
          unit: ms,
          floor: floor.added,
        }),
        row(`${what}: ticked → next paint`, `≤ ${limit} ms`, ours.ticked, ours.ticked <= limit, {
          unit: ms,
          floor: floor.ticked,
        }),
        ...(key === '1000'
          ? [
              row(`${what}: heap`, '≤ 20 MB', ours.heap, ours.heap <= 20, {
                unit: (value) => `${value.toFixed(1)} MB`,
                floor: floor.heap,
              }),
            ]
          : []),
      ];
    }),
  );
}

/** @param {Figures} figures @returns {Row[]} */
function otherRows({ function: load, reads, reminders, cost }) {
  /** @type {Row[]} */
  const rows = [];
  if (load)
    rows.push(
      row(
        'module load of the function, floor: naive imports',
        '≤ 0.2 ×',
        load.ours,
        load.ours <= load.naive / 5,
        {
          unit: (value) => `${value.toFixed(0)} ms`,
          floor: load.naive,
        },
      ),
    );
  if (reads)
    rows.push(
      row('documents read by a warm start, nothing changed', '≤ 4', reads.reads, reads.reads <= 4),
    );
  if (reminders)
    rows.push(
      row(
        '10,000 reminders of one minute: all sent',
        '≤ 60 s',
        reminders.ms,
        reminders.ms <= 60_000,
        {
          unit: (value) => `${(value / 1000).toFixed(0)} s`,
        },
      ),
    );
  if (cost)
    rows.push(
      row('a month of one person', '≤ $0.012', cost.total, cost.total <= 0.012, {
        unit: (value) => `$${value.toFixed(4)}`,
      }),
    );
  return rows;
}

/** @param {number} shift */
const shiftText = (shift) => (shift < NO_SHIFT ? 'none' : shift.toFixed(3));
