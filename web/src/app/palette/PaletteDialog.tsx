import { DAY_MS } from '@daymark/contract/time/units';
import {
  CalendarClock,
  Circle,
  CircleCheck,
  CornerDownLeft,
  Ellipsis,
  MoonStar,
  NotebookPen,
  Plus,
  Search,
  Tag,
  X,
} from 'lucide-react';
import {
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import { flushSync } from 'react-dom';
import { MatchedText } from '../../features/notes/MatchedText';
import { searchWords } from '../../domain/notes/noteText';
import { useUser } from '../../features/session/userContext';
import { QUERY_MAX } from '../../lib/text/queryMax';
import { quoted } from '../../lib/text/quoted';
import { personsDay } from '../../lib/time/dates';
import { foldText } from '../../lib/text/foldText';
import { countText } from '../../lib/text/numbers';
import type { OfferedAction } from '../../records/action';
import { ariaShortcut, hasMod, keyCaps, SHORTCUTS, type ShortcutName } from '../../lib/shortcuts';
import { IconButton } from '../../ui/controls/IconButton';
import { SearchDialog } from '../../ui/dialogs/SearchDialog';
import { ShortcutKeys } from '../../ui/keys/ShortcutKeys';
import { VisuallyHidden } from '../../ui/layout/VisuallyHidden';
import css from './Palette.module.css';
import { recentKeys, rememberKey } from './recentKeys';
import { resultContext } from './resultContext';
import { ResultText } from './ResultText';
import type { Ranges } from '../../lib/text/searchIndex';
import { colorStyle } from '../../lib/visibleColor';
import type { Command } from './useCommands';
import { useSearchIndex, type PaletteItem } from './useSearchIndex';

/** The group of a result, and its kind for screen readers, which may not read the group. */
const NAMES: Record<PaletteItem['kind'], { group: string; kind: string }> = {
  task: { group: 'Tasks', kind: 'Task' },
  note: { group: 'Notes', kind: 'Note' },
  event: { group: 'Events', kind: 'Event' },
  reflection: { group: 'Reflections', kind: 'Reflection' },
  category: { group: 'Categories', kind: 'Category' },
  screen: { group: 'Go to', kind: 'Screen' },
  action: { group: 'Actions', kind: 'Action' },
  setting: { group: 'Settings', kind: 'Setting' },
};

const RECENT_MAX = 6;
/** The bonus in the score for something that was just opened or run here. The bonus halves in three days. */
const OPENED_BONUS = 12;
const HALF_LIFE_MS = 3 * DAY_MS;

const NO_MATCH: Ranges = [];

/** A row of the palette: a result, or an action for one. */
interface Row {
  key: string;
  group: string;
  icon: ReactNode;
  title: string;
  ranges: Ranges;
  context: ReactNode;
  /** The kind of the result or action, for screen readers. */
  kind: string;
  shortcut: ShortcutName | undefined;
  run: () => void;
  /** The result, if it has actions of its own. */
  item: PaletteItem | undefined;
}

interface PaletteDialogProps {
  commands: readonly Command[];
  /** Returns the actions for a result. Enter runs the first one. */
  actionsOf: (item: PaletteItem) => OfferedAction[];
  /** Adds the task that a line describes. */
  onAddTask: (line: string) => void;
  onClose: () => void;
}

/**
 * A dialog that searches everything and offers actions for what it finds. One text field keeps the focus. The active
 * option is the one that the field names in `aria-activedescendant`, and the one that Enter runs.
 */
export function PaletteDialog({ commands, actionsOf, onAddTask, onClose }: PaletteDialogProps) {
  const { id: userId } = useUser();
  const id = useId();
  const [now] = useState(() => Date.now());
  const [recent] = useState(() => recentKeys(userId));
  const [query, setQuery] = useState('');
  const [activeKey, setActiveKey] = useState<string>();
  /** The result whose actions are shown, and the query that found it. */
  const [chosen, setChosen] = useState<{ item: PaletteItem; query: string }>();
  const input = useRef<HTMLInputElement>(null);
  const { search, isComplete, itemOf, categories } = useSearchIndex(commands);

  const hits = useMemo(
    () =>
      search(query, now, (key) => {
        const at = recent.get(key);
        return at === undefined ? 0 : OPENED_BONUS / 2 ** ((now - at) / HALF_LIFE_MS);
      }),
    [search, query, now, recent],
  );

  const run = (item: PaletteItem, act: () => void) => {
    rememberKey(userId, item.key);
    // Close the palette first, so that the focus is back in its old place before something else opens.
    flushSync(onClose);
    act();
  };
  const context = { categories, today: personsDay(new Date(now)) };
  const words = searchWords(query);
  const rowOf = (
    item: PaletteItem,
    {
      group = NAMES[item.kind].group,
      ranges = NO_MATCH,
      textAt,
    }: { group?: string; ranges?: Ranges; textAt?: number | undefined } = {},
  ): Row => {
    const text = resultContext(item, textAt, context);
    return {
      key: item.key,
      group,
      icon: iconOf(item),
      title: item.title,
      ranges,
      context: textAt === undefined ? text : <MatchedText text={text} words={words} />,
      kind: NAMES[item.kind].kind,
      shortcut: 'shortcut' in item ? item.shortcut : undefined,
      run: () => run(item, () => actionsOf(item)[0]?.run()),
      item: 'run' in item ? undefined : item,
    };
  };
  const rows: Row[] = chosen
    ? actionRows(chosen.item, actionsOf(chosen.item), query, run)
    : query.trim() === ''
      ? [
          ...[...recent.keys()]
            .flatMap((key) => itemOf(key) ?? [])
            .slice(0, RECENT_MAX)
            .map((item) => rowOf(item, { group: 'Recent' })),
          ...commands
            .filter(
              (command) =>
                command.kind === 'action' ||
                (command.key.startsWith('screen:/') && command.shortcut),
            )
            .map((command) => rowOf(command)),
        ]
      : hits.map(({ item, ranges, textAt }) => rowOf(item, { ranges, textAt }));
  const isNoHit = !chosen && query.trim() !== '' && hits.length === 0 && isComplete;
  if (isNoHit)
    rows.push({
      key: 'do:add',
      group: 'Actions',
      icon: <Plus size={18} aria-hidden="true" />,
      title: `Add task ${quoted(query.trim())}`,
      ranges: NO_MATCH,
      context: '',
      kind: '',
      shortcut: undefined,
      run: () => {
        flushSync(onClose);
        onAddTask(query);
      },
      item: undefined,
    });
  const unique = rows.filter(({ key }, nth) => rows.findIndex((row) => row.key === key) === nth);
  const active = unique.find(({ key }) => key === activeKey) ?? unique[0];

  const type = (text: string) => {
    setQuery(text);
    setActiveKey(undefined);
  };
  const openActions = (item: PaletteItem) => {
    setChosen({ item, query });
    setQuery('');
    setActiveKey(undefined);
    input.current?.focus();
  };
  const leave = () => {
    if (!chosen) {
      onClose();
      return;
    }
    setChosen(undefined);
    setQuery(chosen.query);
    setActiveKey(chosen.item.key);
    input.current?.focus();
  };
  const move = (by: 1 | -1) => {
    const at = active ? unique.indexOf(active) : -1;
    setActiveKey(unique.at((at + by + unique.length) % unique.length)?.key);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, currentTarget } = event;
    const isAtEnd = currentTarget.selectionStart === currentTarget.value.length;
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
    if (hasMod(event) && key.toLowerCase() === 'k') onClose();
    else if (hasModifier) return;
    else if (key === 'ArrowDown' && unique.length > 0) move(1);
    else if (key === 'ArrowUp' && unique.length > 0) move(-1);
    else if (key === 'Enter') active?.run();
    else if ((key === 'Tab' || (key === 'ArrowRight' && isAtEnd)) && active?.item)
      openActions(active.item);
    else if ((key === 'Backspace' || key === 'ArrowLeft') && chosen && query === '') leave();
    // While the search is working, Tab must not leave the field. The person means Tab for the first result, which is
    // about to appear.
    else if (!isWorking || key !== 'Tab') return;
    event.preventDefault();
  };

  const optionId = (row: Row) => `${id}-${row.key.replace(/\W+/g, '-')}`;
  const activeId = active && optionId(active);
  useEffect(() => {
    if (activeId !== undefined)
      document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  // The list appears and scrolls below a resting pointer, so only a pointer that moves makes a row active.
  const pointer = useRef<{ x: number; y: number }>(undefined);
  const onPointerMove = (event: PointerEvent, row: Row) => {
    const { clientX: x, clientY: y } = event;
    const before = pointer.current;
    pointer.current = { x, y };
    if (before && (before.x !== x || before.y !== y)) setActiveKey(row.key);
  };

  const isSearching = query.trim() !== '' || chosen !== undefined;
  const isWorking = !chosen && isSearching && unique.length === 0 && !isComplete;
  const groups = [...new Set(unique.map(({ group }) => group))];
  return (
    <SearchDialog label="Search and commands" onBack={leave} onClose={onClose}>
      <div className={css.field}>
        {chosen ? (
          <span className={css.chosen} dir="auto">
            {chosen.item.title}
          </span>
        ) : (
          <Search size={18} aria-hidden="true" />
        )}
        <input
          ref={input}
          autoFocus
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={activeId}
          aria-autocomplete="list"
          aria-label={
            chosen ? `Actions for ${chosen.item.title}` : 'Search tasks, notes, events and actions'
          }
          placeholder={chosen ? 'What to do?' : 'Search tasks, notes, events and actions'}
          dir="auto"
          autoComplete="off"
          autoCorrect="off"
          autoCapitalize="off"
          spellCheck="false"
          enterKeyHint="go"
          maxLength={QUERY_MAX}
          value={query}
          onChange={({ target }) => type(target.value)}
          onKeyDown={onKeyDown}
        />
        <IconButton
          label={chosen ? 'Back' : 'Close'}
          title={chosen ? 'Back (Escape)' : 'Close (Escape)'}
          onClick={leave}
        >
          <X size={18} aria-hidden="true" />
        </IconButton>
      </div>
      {(unique.length === 0 || isNoHit) && (
        <p className={css.none}>
          {isWorking ? 'Searching…' : noResults(query, chosen !== undefined)}
        </p>
      )}
      <div
        className={css.list}
        id={`${id}-list`}
        role="listbox"
        aria-label={chosen ? 'Actions' : 'Results'}
        // The field keeps the focus.
        onMouseDown={(event) => event.preventDefault()}
      >
        {groups.map((group) => (
          <div key={group} role="group" aria-label={group}>
            <div className={css.group} aria-hidden="true">
              {group}
            </div>
            {unique
              .filter((row) => row.group === group)
              .map((row) => (
                <div
                  key={row.key}
                  className={css.option}
                  id={optionId(row)}
                  role="option"
                  aria-selected={row === active}
                  aria-keyshortcuts={row.shortcut && ariaShortcut(row.shortcut)}
                  onPointerMove={(event) => onPointerMove(event, row)}
                  onClick={row.run}
                >
                  <span className={css.icon}>{row.icon}</span>
                  <span className={css.text}>
                    <ResultText text={row.title} ranges={row.ranges} />{' '}
                    <small dir="auto">{row.context}</small>
                  </span>
                  <VisuallyHidden>{row.kind}</VisuallyHidden>
                  {row.shortcut && (
                    <span className={css.keys} aria-hidden="true">
                      <ShortcutKeys {...keyCaps(SHORTCUTS[row.shortcut].keys[0])} />
                    </span>
                  )}
                  {row.item && (
                    // For pointers only. Keyboards and screen readers have Tab, and the button below the list.
                    <span
                      className={css.more}
                      aria-hidden="true"
                      title="Actions (Tab)"
                      onClick={(event) => {
                        event.stopPropagation();
                        if (row.item) openActions(row.item);
                      }}
                    >
                      <Ellipsis size={18} />
                    </span>
                  )}
                </div>
              ))}
          </div>
        ))}
      </div>
      <footer className={css.footer}>
        <span className={css.hint} aria-hidden="true">
          <ShortcutKeys {...keyCaps('↑+↓')} /> choose
        </span>
        <span className={css.hint} aria-hidden="true">
          <kbd>
            <CornerDownLeft size={12} />
          </kbd>{' '}
          {chosen ? 'do it' : 'open'}
        </span>
        {!chosen && (
          <div className={css.actions}>
            <span className={css.hint} aria-hidden="true">
              <ShortcutKeys {...keyCaps('Tab')} />
            </span>
            <button
              type="button"
              disabled={!active?.item}
              onClick={() => active?.item && openActions(active.item)}
            >
              Actions
              {active?.item && <VisuallyHidden> for {active.title}</VisuallyHidden>}
            </button>
          </div>
        )}
      </footer>
      <VisuallyHidden role="status">
        {!isSearching || isWorking
          ? ''
          : unique.length === 0 || isNoHit
            ? 'No results'
            : countText(unique.length, chosen ? 'action' : 'result')}
      </VisuallyHidden>
    </SearchDialog>
  );
}

/** Returns a row for each of the result's actions whose label contains the query. */
function actionRows(
  item: PaletteItem,
  actions: readonly OfferedAction[],
  query: string,
  run: (item: PaletteItem, act: () => void) => void,
): Row[] {
  const typed = foldText(query.trim());
  return actions
    .filter(({ label }) => foldText(label).includes(typed))
    .map(({ label, Icon, shortcut, run: act }) => {
      const at = foldText(label).indexOf(typed);
      return {
        key: `do:${label}`,
        group: 'Actions',
        icon: <Icon size={18} aria-hidden="true" />,
        title: label,
        ranges: typed === '' ? NO_MATCH : [at, at + typed.length],
        context: '',
        kind: '',
        shortcut,
        run: () => run(item, act),
        item: undefined,
      };
    });
}

const noResults = (query: string, isAction: boolean): string =>
  isAction ? `No action matches ${quoted(query)}.` : `Nothing matches ${quoted(query)}.`;

function iconOf(item: PaletteItem): ReactNode {
  const look = { size: 18, 'aria-hidden': true } as const;
  switch (item.kind) {
    case 'task':
      return item.task.completed ? <CircleCheck {...look} /> : <Circle {...look} />;
    case 'note':
      return <NotebookPen {...look} />;
    case 'event':
      return <CalendarClock {...look} />;
    case 'reflection':
      return <MoonStar {...look} />;
    case 'category':
      return (
        <Tag {...look} style={{ ...colorStyle(item.category.color), color: 'var(--color)' }} />
      );
    default:
      return <item.Icon {...look} />;
  }
}
