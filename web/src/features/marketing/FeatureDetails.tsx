import { Check } from 'lucide-react';
import css from './FeatureDetails.module.css';
import { Section } from './Section';

const DETAILS = [
  {
    title: 'Today',
    text: 'The page you keep open.',
    points: [
      'Progress through the day’s tasks, and the time you’ve spent focusing',
      'The next event, and how long until it starts',
      'Three priorities a day and no more',
      'Your own events and Google Calendar’s, side by side',
    ],
  },
  {
    title: 'Tasks',
    text: 'Written down in a second, found in another.',
    points: [
      'Categories with their own colors, and a filter for each',
      'Rename in place: Enter saves, Escape cancels',
      'On the screen at once, even before the server has responded',
      'Just as quick with ten thousand of them',
    ],
  },
  {
    title: 'Calendar',
    text: 'A month at a glance, a day in detail.',
    points: [
      'Start and end in quarter hours, in five colors',
      'Google Calendar beside it, read-only and easy to disconnect',
      'Correct in every time zone and across every clock change',
    ],
  },
  {
    title: 'Focus',
    text: 'The Pomodoro technique, with your own durations.',
    points: [
      '25 minutes of focus, 5 of break, a long break after four rounds, until you change it',
      'A sound and a message when the time is up',
      'Finished sessions count toward the day',
    ],
  },
  {
    title: 'Notes',
    text: 'Whatever doesn’t fit into a task.',
    points: [
      'Cards with the title, the date and a preview of the text',
      'A search through everything you wrote',
    ],
  },
  {
    title: 'Reflection',
    text: 'Five quiet minutes at the end.',
    points: [
      'One to five stars for the day',
      'What was accomplished, what was hard, what tomorrow is for',
      'Opens over any screen, at any moment',
    ],
  },
];

/** Lists the features of each screen. */
export function FeatureDetails() {
  return (
    <Section id="details">
      <h2>Screen by screen</h2>
      <p>Six screens, each with one job.</p>
      <div className={css.details}>
        {DETAILS.map(({ title, text, points }) => (
          <article key={title}>
            <div>
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
            <ul>
              {points.map((point) => (
                <li key={point}>
                  <Check size={16} aria-hidden="true" />
                  {point}
                </li>
              ))}
            </ul>
          </article>
        ))}
      </div>
    </Section>
  );
}
