import { getParser } from 'bowser';

/** Returns a name such as "Firefox on Linux", or "Unknown browser". */
export function deviceName(userAgent: string | null): string {
  if (!userAgent) return 'Unknown browser';
  const parser = getParser(userAgent);
  const [browser, system] = [parser.getBrowserName(), parser.getOSName()];
  if (!browser) return system ? `A browser on ${system}` : 'Unknown browser';
  return system ? `${browser} on ${system}` : browser;
}

/** Returns the place in a time zone's name: "Buenos Aires" for America/Argentina/Buenos_Aires. */
export const placeOf = (timeZone: string): string =>
  (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ');
