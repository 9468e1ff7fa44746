/** One structured log line. It never holds a token, password, cookie or body text. */
export interface LogLine {
  severity: 'INFO' | 'WARNING' | 'ERROR';
  message: string;
  [detail: string]: unknown;
}
