import type { NoteAttachment } from '@daymark/contract/note';
import { Paperclip, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { quoted } from '../../../lib/text/quoted';
import { Button } from '../../../ui/controls/Button';
import { IconButton } from '../../../ui/controls/IconButton';
import { RecordLink } from '../../../ui/layout/RecordLink';
import { SearchPicker } from '../../../ui/fields/SearchPicker';
import css from './AttachField.module.css';
import { useAttached } from '../../../records/notes/useNoteLinks';
import { RecordIcon } from './RecordIcon';
import { optionKey, RecordOptions } from './RecordOptions';
import { useFindAttachments, type FoundRecord } from './useFindRecords';
import { useListbox } from '../../../ui/fields/useListbox';

interface AttachFieldProps {
  attachedTo: NoteAttachment | null;
  onChange: (attachedTo: NoteAttachment | null) => void;
}

/** Shows the record that a note is attached to, or lets the person search for a record to attach the note to. */
export function AttachField({ attachedTo, onChange }: AttachFieldProps) {
  const attached = useAttached(attachedTo);
  const [isSearching, setSearching] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const remover = useRef<HTMLButtonElement>(null);
  const change = (next: NoteAttachment | null) => {
    flushSync(() => {
      setSearching(false);
      onChange(next);
    });
    (next ? remover : opener).current?.focus();
  };
  if (attached && attachedTo)
    return (
      <div className={css.attached}>
        <span>Attached to</span>
        <RecordLink icon={<RecordIcon type={attachedTo.type} />} route={attached.route}>
          {attached.title}
        </RecordLink>
        <IconButton
          ref={remover}
          label={`Remove the attachment to ${attached.title}`}
          title="Remove the attachment"
          onClick={() => change(null)}
        >
          <X size={16} aria-hidden="true" />
        </IconButton>
      </div>
    );
  return isSearching ? (
    <AttachSearch
      onChoose={({ type, id }) => change({ type, id })}
      onClose={() => {
        flushSync(() => setSearching(false));
        opener.current?.focus();
      }}
    />
  ) : (
    <div className={css.closed}>
      <Button ref={opener} size="small" variant="outlined" onClick={() => setSearching(true)}>
        <Paperclip size={16} aria-hidden="true" />
        Attach to…
      </Button>
    </div>
  );
}

interface AttachSearchProps {
  onChoose: (found: FoundRecord<'task' | 'event'>) => void;
  onClose: () => void;
}

function AttachSearch({ onChoose, onClose }: AttachSearchProps) {
  const [query, setQuery] = useState('');
  const find = useFindAttachments();
  const options = find(query);
  const listbox = useListbox({
    options,
    keyOf: optionKey,
    isOpen: true,
    none: query === '' ? 'No tasks or events' : `No task or event matches ${quoted(query)}.`,
    onChoose,
    onClose,
  });
  return (
    <SearchPicker
      label="Attach to"
      placeholder="Search tasks and events"
      query={query}
      onQuery={setQuery}
      listbox={listbox}
      onLeave={onClose}
    >
      <RecordOptions label="Tasks and events" listbox={listbox} />
    </SearchPicker>
  );
}
