// @ts-check
import { limitOf } from './benchTyping.mjs';

/**
 * @typedef {object} Figures what the parts of the bench have measured; a part that was not asked for is missing
 * @property {import('./benchPages.mjs').PageFigures[]} [pages]
 * @property {import('./benchWarmStart.mjs').WarmStart} [start]
 * @property {Awaited<ReturnType<typeof import('./benchLists.mjs').measureLists>>} [lists]
 * @property {Record<number, import('./benchHands.mjs').HandFigures>} [hands]
 * @property {import('./benchTyping.mjs').TypingFigures[]} [typing]
 * @property {{ load: { ours: number, naive: number } }} [function]
 * @property {{ ours: import('./benchLoad.mjs').Load }} [load]
 */

/**
 * @typedef {object} BudgetResult
 * @property {string} what
 * @property {string} limit
 * @property {string} measured
 * @property {boolean} isKept
 */

/** How much slower than the floor list of the same run a warm start may be. */
const FLOOR_RATIO = 1.5;

/**
 * The budgets of docs/budgets.md, as far as the figures say something about them.
 * @param {Figures} figures
 * @returns {BudgetResult[]}
 */
export const budgetResults = ({
  pages = [],
  start,
  lists,
  hands,
  typing = [],
  function: loaded,
  load,
}) => [
  ...pages.flatMap(pageResults),
  ...(start
    ? [atMost('a change in one browser → painted in another', start.live, 1000, 'ms')]
    : []),
  ...(lists ? listResults(lists) : []),
  ...Object.entries(hands ?? {}).flatMap(([rate, { added, undone }]) => {
    const speed = rate === '1' ? '' : `, ${rate} times slower`;
    const limit = rate === '1' ? 32 : 100;
    return [
      atMost(`added by keyboard → painted${speed}`, added, limit, 'ms'),
      atMost(`undone → painted${speed}`, undone, limit, 'ms'),
    ];
  }),
  ...typing.map(({ field, ms, plain }) =>
    atMost(
      `a key after a hostile text in ${field} → painted, 4 times slower`,
      ms,
      limitOf({ plain }),
      'ms',
    ),
  ),
  ...(loaded
    ? [
        atMost(
          'module load beside the naive imports',
          loaded.load.ours / loaded.load.naive,
          1 / 5,
          '×',
        ),
      ]
    : []),
  ...(load ? loadResults(load.ours) : []),
];

/** @param {import('./benchPages.mjs').PageFigures} page */
function pageResults(page) {
  const { name } = page;
  if (name.startsWith('floor')) return [];
  const isOwn = name.includes(', ');
  const limits = isOwn
    ? { score: 98, fcp: 1000, lcp: 1700, tbt: 100, scriptKb: 160 }
    : { score: 100, fcp: 1000, lcp: 1200, tbt: 50, scriptKb: 90 };
  return [
    atLeast(`${name}: performance`, page.performance, limits.score),
    atLeast(`${name}: accessibility`, page.accessibility, 100),
    atLeast(`${name}: best practices`, page.bestPractices, 100),
    atLeast(`${name}: SEO`, page.seo, 100),
    atMost(`${name}: FCP`, page.fcp, limits.fcp, 'ms'),
    atMost(`${name}: LCP`, page.lcp, limits.lcp, 'ms'),
    atMost(`${name}: TBT`, page.tbt, limits.tbt, 'ms'),
    atMost(`${name}: layout shift`, page.cls, 0, ''),
    atMost(
      `${name}: JavaScript before the first useful paint`,
      page.scriptKb,
      limits.scriptKb,
      'kB',
    ),
  ];
}

/** @param {NonNullable<Figures['lists']>} figures */
function listResults({ lists, views }) {
  return Object.entries({ ...lists, ...views }).flatMap(([name, list]) => {
    if (name.startsWith('floor')) return [];
    const [, size, slow] = name.split(/, /);
    const floor = lists[`floor, ${size}`];
    const starts = slow
      ? [atMost(`${name}: warm start`, list.warm, 400, 'ms')]
      : floor
        ? [
            atMost(
              `${name}: warm start beside the floor's`,
              list.warm / floor.warm,
              FLOOR_RATIO,
              '×',
            ),
          ]
        : [];
    const added =
      'added' in list
        ? [list.added, list.inDialog].map((ms, index) =>
            atMost(
              `${name}: added ${index ? 'in the dialog' : 'by the line'} → painted`,
              Number(ms),
              slow ? 100 : 32,
              'ms',
            ),
          )
        : [];
    return [
      ...starts,
      ...added,
      ...(slow ? [] : [atMost(`${name}: ticked → next paint`, list.ticked, 24, 'ms')]),
      ...(Number(size) <= 1000 ? [atMost(`${name}: heap`, list.heap, 20, 'MB')] : []),
    ];
  });
}

/** How much larger the heap may be after the load, in MB. */
const GROWTH_MB = 5;

/** @param {import('./benchLoad.mjs').Load} load */
function loadResults({ statuses, memory, bursts, calmBefore, calmAfter }) {
  const failures = Object.entries(statuses)
    .filter(([status]) => !/^[23]/.test(status))
    .reduce((sum, [, count]) => sum + count, 0);
  const [start, , end] = memory;
  return [
    atMost('under load: answers that are no success', failures, 0, ''),
    atMost(
      'under load: growth of the heap',
      Number(end?.heap) - Number(start?.heap),
      GROWTH_MB,
      'MB',
    ),
    ...bursts.flatMap(({ slowestRefusal, withoutRetryAfter, statuses: answers }) => [
      atMost('a burst: the slowest refusal', slowestRefusal, 1000, 'ms'),
      atMost('a burst: refusals without Retry-After', withoutRetryAfter, 0, ''),
      atMost(
        'a burst: answers that are neither a success nor 429 or 503',
        Object.entries(answers)
          .filter(([status]) => !/^[23]|^429$|^503$/.test(status))
          .reduce((sum, [, count]) => sum + count, 0),
        0,
        '',
      ),
    ]),
    atMost('after the bursts: p50 beside the one before', calmAfter / calmBefore, 2, '×'),
  ];
}

/**
 * @param {string} what
 * @param {number} measured
 * @param {number} limit
 * @param {string} unit
 * @returns {BudgetResult}
 */
function atMost(what, measured, limit, unit) {
  // What is not a number is not kept.
  const isKept = measured <= limit;
  return {
    what,
    limit: `≤ ${text(limit)} ${unit}`.trim(),
    measured: `${text(measured)} ${unit}`.trim(),
    isKept,
  };
}

/**
 * @param {string} what
 * @param {number} measured
 * @param {number} limit
 * @returns {BudgetResult}
 */
function atLeast(what, measured, limit) {
  return { what, limit: `≥ ${limit}`, measured: text(measured), isKept: measured >= limit };
}

/** @param {number} value */
const text = (value) => String(Math.round(value * 1000) / 1000);
