import { Calendar, CircleCheck, NotebookPen, Sunrise, Sunset, Timer } from 'lucide-react';
import css from './FeaturesGrid.module.css';
import { Section } from './Section';

const FEATURES = [
  {
    Icon: Sunrise,
    title: 'A day at a glance',
    text: 'Progress, focus time, what is next and your top 3 priorities, on one calm page.',
  },
  {
    Icon: CircleCheck,
    title: 'Tasks that stay light',
    text: 'Categories, priorities and quick edits. Ten thousand tasks scroll like ten.',
  },
  {
    Icon: Calendar,
    title: 'Both your calendars',
    text: 'Your own events beside Google Calendar’s, in one schedule.',
  },
  {
    Icon: Timer,
    title: 'A focus timer',
    text: 'Focus, short breaks and long breaks, with the durations that suit you.',
  },
  {
    Icon: NotebookPen,
    title: 'Notes at hand',
    text: 'Write it down where the work is, and find it again.',
  },
  {
    Icon: Sunset,
    title: 'An evening reflection',
    text: 'What went well, what was hard, and what tomorrow is for.',
  },
];

interface FeaturesGridProps {
  /** The level of the section's heading: 1 if it is the page's main heading. */
  level?: 1 | 2;
}

/** Shows the main features in six cards. */
export function FeaturesGrid({ level = 2 }: FeaturesGridProps) {
  const Heading = `h${level}` as const;
  const CardHeading = `h${level === 1 ? 2 : 3}` as const;
  return (
    <Section id="features">
      <Heading>Everything a working day needs</Heading>
      <p>One place to plan it, run it and look back on it.</p>
      <ul className={css.grid}>
        {FEATURES.map(({ Icon, title, text }) => (
          <li key={title}>
            <Icon size={22} aria-hidden="true" />
            <CardHeading>{title}</CardHeading>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
