import type { CSSProperties } from 'react';

/** The surface of each theme on which colors have the least contrast: --accent-wash in ui/theme/tokens.css. */
const SURFACES = { light: '#e1f1f3', dark: '#19343a' };
/** The color toward which a color moves until it can be told from the surface. */
const AWAY_FROM = { light: '#000000', dark: '#ffffff' };

/** Lowest contrast of shapes that are not text (WCAG 1.4.11). */
const CONTRAST_MIN = 3;

type Theme = keyof typeof SURFACES;
type Channels = readonly [number, number, number];

const channelsOf = (hex: string): Channels => {
  const number = Number.parseInt(hex.slice(1), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
};

const linear = (channel: number): number => {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

const luminance = ([red, green, blue]: Channels): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

/** Returns the contrast of two colors, from 1 to 21, as WCAG defines it. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [one, other]
    .map((color) => luminance(channelsOf(color)))
    .sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

const mixed = (color: string, other: string, share: number): string => {
  const [from, to] = [channelsOf(color), channelsOf(other)];
  const channels = from.map((channel, at) =>
    Math.round(channel + ((to[at] ?? 0) - channel) * share),
  );
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
};

/**
 * Returns the nearest color that can be seen on any surface of a theme: darker in light, lighter in dark. A color that
 * is not written as #rrggbb stays as it is.
 */
export function visibleColor(color: string, theme: Theme): string {
  if (!/^#[\da-f]{6}$/i.test(color)) return color;
  for (let percent = 0; ; percent++) {
    const candidate = percent === 0 ? color : mixed(color, AWAY_FROM[theme], percent / 100);
    if (percent === 100 || contrast(candidate, SURFACES[theme]) >= CONTRAST_MIN) return candidate;
  }
}

/**
 * Returns the style that gives an element the variable --color (ui/theme/base.css): a color that the person chose,
 * visible in either theme.
 */
export const colorStyle = (color: string): CSSProperties =>
  ({
    '--light-color': visibleColor(color, 'light'),
    '--dark-color': visibleColor(color, 'dark'),
  }) as CSSProperties;
