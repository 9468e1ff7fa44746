/** Formats a duration in whole minutes (product §9): minutes under 60, else hours and minutes. "45m", "2h 15m". */
export function durationText(minutes: number): string {
  const whole = Math.max(0, Math.floor(minutes));
  return whole < 60 ? `${whole}m` : `${Math.floor(whole / 60)}h ${whole % 60}m`;
}

/** Formats a duration as people write it down: "45m", "1h", "1h 30m". */
export const plainDuration = (minutes: number): string => durationText(minutes).replace(/ 0m$/, '');
