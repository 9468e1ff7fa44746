import type { DateSettings } from '@daymark/contract/settings';

/** How a locale shows weeks, times and dates. */
export type LocaleDates = {
  readonly [Field in 'weekStart' | 'hourFormat' | 'dateOrder']: NonNullable<DateSettings[Field]>;
};

interface WeekInfo {
  /** 1 for Monday to 7 for Sunday. */
  firstDay: number;
}

/** A locale in browsers that know its weeks: as a method, or as a property in older ones. */
type LocaleWithWeeks = Intl.Locale & { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo };

/** Regions whose weeks begin on Sunday or Saturday (Unicode CLDR), for browsers that don't know it. */
const SUNDAY = `AG AS AU BD BR BS BT BW BZ CA CO DM DO ET GT GU HK HN ID IL IN JM JP KE KH KR LA MH MM MO MT MX MZ NI NP
  PA PE PH PK PR PT PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW`;
const SATURDAY = 'AE AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY';

/** Returns how a locale shows dates: its weeks, clock, and order of day and month. */
export function localeDates(language: string): LocaleDates {
  const format = new Intl.DateTimeFormat(language, {
    month: 'numeric',
    day: 'numeric',
    hour: '2-digit',
  });
  const first = format.formatToParts().find(({ type }) => type === 'day' || type === 'month');
  return {
    weekStart: weekStartOf(language),
    hourFormat: format.resolvedOptions().hour12 ? '12h' : '24h',
    dateOrder: first?.type === 'day' ? 'day' : 'month',
  };
}

function weekStartOf(language: string): LocaleDates['weekStart'] {
  const locale: LocaleWithWeeks = new Intl.Locale(language).maximize();
  const { firstDay } = locale.getWeekInfo?.() ?? locale.weekInfo ?? { firstDay: undefined };
  const has = (regions: string) => regions.split(/\s+/).includes(locale.region ?? '');
  if (firstDay === 7 || (firstDay === undefined && has(SUNDAY))) return 'sunday';
  if (firstDay === 6 || (firstDay === undefined && has(SATURDAY))) return 'saturday';
  return 'monday';
}
