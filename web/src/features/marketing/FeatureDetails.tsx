import { Check } from 'lucide-react';
import css from './FeatureDetails.module.css';
import { Section } from './Section';

const DETAILS = [
  {
    title: 'Today',
    text: 'The page you keep open.',
    points: [
      'Progress over the day’s tasks, and the time you have spent in focus',
      'What is next, counted from now',
      'Three priorities and no more: the fourth waits until one is done',
      'Your own events and Google Calendar’s, side by side',
    ],
  },
  {
    title: 'Tasks',
    text: 'Written down in a second, found in another.',
    points: [
      'Categories with their own colors, and a filter for each',
      'Rename in place: Enter saves, Escape takes it back',
      'On the screen at once, even before the server has answered',
      'Just as quick with ten thousand of them',
    ],
  },
  {
    title: 'Calendar',
    text: 'A month at a glance, a day in detail.',
    points: [
      'Start and end in quarter hours, in five colors',
      'Google Calendar beside it, read-only and disconnected whenever you like',
      'Right in every time zone and over every clock change',
    ],
  },
  {
    title: 'Focus',
    text: 'The Pomodoro technique, in your lengths.',
    points: [
      '25 minutes of focus, 5 of break, a long break after four rounds, until you change it',
      'A sound and a word when the time is up',
      'What you finish counts towards the day',
    ],
  },
  {
    title: 'Notes',
    text: 'Whatever doesn’t fit into a task.',
    points: ['Cards with title, date and a glimpse of the text', 'Search over all that you wrote'],
  },
  {
    title: 'Reflection',
    text: 'Five quiet minutes at the end.',
    points: [
      'One to five stars for the day',
      'What was accomplished, what was hard, what tomorrow is for',
      'Opens over any screen, so it never waits for the right moment',
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
