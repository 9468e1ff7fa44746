import css from './DayInMarks.module.css';
import { Section } from './Section';

const MARKS = [
  {
    time: '8:30',
    title: 'Mark it out',
    text: 'Pick three priorities, see them beside your meetings, and know what the day can hold before it starts.',
  },
  {
    time: '10:00',
    title: 'Hold your course',
    text: 'Start the focus timer and work in rounds. Anything that comes up goes into a task or a note, not into your head.',
  },
  {
    time: '6:00',
    title: 'Look back',
    text: 'Rate the day, write down what went well and what was hard, and set tomorrow’s focus. Then close the lid.',
  },
];

/** A day with Daymark in three steps, from morning to evening. */
export function DayInMarks() {
  return (
    <Section id="day">
      <h2>Three marks to steer by</h2>
      <p>A plan in the morning, a course to hold, a look back in the evening.</p>
      <ol className={css.marks}>
        {MARKS.map(({ time, title, text }) => (
          <li key={time}>
            <span>{time}</span>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}
