import { sentenceOf } from '../../lib/api/call';
import { Button } from '../../ui/controls/Button';
import { SettingRow } from '../../ui/layout/SettingRow';
import { useExport, type ExportFormat } from '../../records/account/exportQueries';
import css from './ExportRows.module.css';

const FILES = [
  {
    format: 'json',
    title: 'Export as JSON',
    text: 'Everything in one file. Daymark can import it again.',
    button: 'Download JSON',
  },
  {
    format: 'zip',
    title: 'Export for other apps',
    text: 'A zip with your notes as Markdown, events as iCalendar, tasks as CSV, and the JSON file.',
    button: 'Download Zip',
  },
] as const satisfies readonly { format: ExportFormat; [more: string]: string }[];

/** Settings rows that download all of the person's data. */
export function ExportRows() {
  const { format, received, error, start, cancel } = useExport();
  return (
    <>
      {FILES.map((file) => (
        <SettingRow key={file.format} title={file.title} text={file.text}>
          {format === file.format ? (
            <Button variant="outlined" size="small" onClick={cancel}>
              Cancel
            </Button>
          ) : (
            <Button
              variant="outlined"
              size="small"
              disabled={format !== undefined}
              onClick={() => start(file.format)}
            >
              {file.button}
            </Button>
          )}
        </SettingRow>
      ))}
      {(format !== undefined || error) && (
        <p className={css.state} role={error ? 'alert' : 'status'}>
          {error ? sentenceOf(error) : `Downloading… ${sizeText(received)}`}
        </p>
      )}
    </>
  );
}

function sizeText(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
