/** One structured log line. A log line never holds a token, password, cookie or body text. */
export interface LogLine {
  severity: 'INFO' | 'WARNING' | 'ERROR';
  message: string;
  [detail: string]: unknown;
}
