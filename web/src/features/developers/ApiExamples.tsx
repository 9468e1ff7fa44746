import { useState } from 'react';
import { ChoiceGroup } from '../../ui/controls/ChoiceGroup';
import { CopyButton } from '../../ui/controls/CopyButton';
import css from './ApiExamples.module.css';
import { exampleRequests } from './exampleRequests';
import { useOrigin } from './useOrigin';

const LANGUAGES = [
  { value: 'curl', label: 'curl' },
  { value: 'javaScript', label: 'JavaScript' },
] as const;

/** Shows example requests to this page's origin, each with a button that copies it. */
export function ApiExamples() {
  const [language, setLanguage] = useState<(typeof LANGUAGES)[number]['value']>('curl');
  return (
    <div className={css.examples}>
      <ChoiceGroup label="Language" choices={LANGUAGES} value={language} onChange={setLanguage} />
      {exampleRequests(useOrigin()).map(({ title, [language]: code }) => (
        <section key={title} aria-label={title}>
          <header>
            <h3>{title}</h3>
            <CopyButton size="small" label={`Copy: ${title}`} text={code} />
          </header>
          {/* Focusable, so that the keyboard can scroll the code sideways. */}
          <pre tabIndex={0} aria-label={`${title}, code`} role="group">
            <code>{code}</code>
          </pre>
        </section>
      ))}
    </div>
  );
}
