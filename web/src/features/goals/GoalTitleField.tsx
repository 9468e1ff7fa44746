import { useState } from 'react';
import { TextInput } from '../../ui/fields/TextInput';

/** Longest title of a goal, in characters. */
const TITLE_MAX = 200;

interface GoalTitleFieldProps {
  label: string;
  hideLabel?: boolean;
  placeholder?: string;
  /** The title of the goal, or an empty text for a new one. */
  title: string;
  /** Receives a changed title, without spaces around it. It may be empty. */
  onSave: (title: string) => void;
}

/** The title of a goal as a field. Enter and leaving the field save, Escape restores. */
export function GoalTitleField({ title, onSave, ...input }: GoalTitleFieldProps) {
  const [typed, setTyped] = useState<string>();
  const save = () => {
    setTyped(undefined);
    const text = typed?.trim();
    if (text !== undefined && text !== title) onSave(text);
  };
  return (
    <TextInput
      {...input}
      maxLength={TITLE_MAX}
      value={typed ?? title}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') {
          event.preventDefault();
          save();
        }
        if (event.key === 'Escape' && typed !== undefined) {
          event.stopPropagation();
          setTyped(undefined);
        }
      }}
    />
  );
}
