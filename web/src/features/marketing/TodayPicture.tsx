import {
  Calendar,
  Check,
  Flag,
  ListChecks,
  NotebookPen,
  Sunrise,
  Sunset,
  Timer,
} from 'lucide-react';
import type { CSSProperties } from 'react';
import { PRODUCT } from '../../lib/product';
import { Mark } from '../../ui/layout/Mark';
import css from './TodayPicture.module.css';

const NAV = [
  { Icon: Sunrise, name: 'Today' },
  { Icon: Timer, name: 'Focus' },
  { Icon: ListChecks, name: 'Tasks' },
  { Icon: Calendar, name: 'Calendar' },
  { Icon: NotebookPen, name: 'Notes' },
  { Icon: Sunset, name: 'Reflection' },
];

const PRIORITIES = [
  { title: 'Send the Q3 budget to Priya', done: true },
  { title: 'Outline the talk for the team lunch', done: false },
  { title: 'Reply to the landlord about the boiler', done: false },
];

/** `at` is the distance from the top of the rail and `hours` is the length, both in hours. */
const EVENTS = [
  { title: 'Stand-up', time: '9:00', at: 0, hours: 0.5, color: '#3b82f6' },
  { title: 'Design review', time: '10:30 – 11:30', at: 1.5, hours: 1, color: '#8b5cf6' },
  { title: 'Lunch with Tomás', time: '12:00 – 1:00', at: 3, hours: 1, color: '#10b981' },
  { title: 'Invoice exports, with Mei', time: '1:30 – 2:30', at: 4.5, hours: 1, color: '#f59e0b' },
];
const HOURS = ['9 AM', '10 AM', '11 AM', '12 PM', '1 PM', '2 PM'];

const TASKS = [
  { title: 'Review Tomás’s pull request', category: 'Work', color: '#3b82f6', done: true },
  { title: 'Run 5 km along the river', category: 'Health', color: '#10b981', done: true },
  { title: 'Book the dentist', category: 'Health', color: '#10b981', done: false },
  { title: 'Practice Spanish for 20 minutes', category: 'Learning', color: '#eab308', done: false },
  { title: 'Buy lemons and coffee beans', category: 'Personal', color: '#ec4899', done: false },
];

/** A picture of the Today screen, made of HTML and CSS so that it is light or dark like the page. */
export function TodayPicture() {
  return (
    <div
      className={css.picture}
      role="img"
      aria-label={`${PRODUCT}’s Today screen: a greeting, the day’s progress, focus time, what is next, three priorities, the schedule with a line at the present moment, and the tasks.`}
    >
      <div className={css.side}>
        <b>
          <Mark size={20} /> {PRODUCT}
        </b>
        {NAV.map(({ Icon, name }) => (
          <span key={name} data-current={name === 'Today'}>
            <Icon size={16} /> {name}
          </span>
        ))}
      </div>
      <div className={css.screen}>
        <div className={css.greeting}>
          <b>
            Good morning, Grace <i>👋</i>
          </b>
          <span>Thursday, April 9</span>
        </div>
        <div className={css.cards}>
          <div>
            <span>Daily Progress</span>
            <p>
              <b>3</b> of 8 tasks
            </p>
            <i className={css.bar} style={{ '--part': 3 / 8 } as CSSProperties} />
          </div>
          <div>
            <span>Focus Time</span>
            <p>
              <b>1h 40m</b> today
            </p>
            <i className={css.rounds}>
              <i data-done="true" />
              <i data-done="true" />
              <i data-done="true" />
              <i data-done="true" />
              <i />
              <i />
            </i>
          </div>
          <div>
            <span>Next Up</span>
            <p>
              <b>Design review</b>
            </p>
            <em>in 18 minutes</em>
          </div>
        </div>
        <div className={css.columns}>
          <div>
            <div className={css.panel}>
              <b>Top 3 Priorities</b>
              {PRIORITIES.map(({ title, done }) => (
                <p key={title} data-done={done}>
                  <Box done={done} color="var(--accent)" /> {title}
                  <Flag size={14} />
                </p>
              ))}
            </div>
            <div className={css.panel}>
              <b>Tasks</b>
              {TASKS.map(({ title, category, color, done }) => (
                <p key={title} data-done={done}>
                  <Box done={done} color={color} /> {title}
                  <em style={{ '--dot': color } as CSSProperties}>{category}</em>
                </p>
              ))}
            </div>
          </div>
          <div className={css.panel}>
            <b>Today’s Schedule</b>
            <div className={css.rail}>
              {HOURS.map((hour) => (
                <span key={hour}>{hour}</span>
              ))}
              {EVENTS.map(({ title, time, at, hours, color }) => (
                <div
                  key={title}
                  data-short={hours < 1}
                  style={{ '--at': at, '--hours': hours, '--color': color } as CSSProperties}
                >
                  <b>{title}</b> {time}
                </div>
              ))}
              <i style={{ '--at': 1.2 } as CSSProperties} />
            </div>
          </div>
        </div>
      </div>
    </div>
  );
}

function Box({ done, color }: { done: boolean; color: string }) {
  return (
    <i className={css.box} data-done={done} style={{ '--color': color } as CSSProperties}>
      {done && <Check size={11} strokeWidth={4} />}
    </i>
  );
}
