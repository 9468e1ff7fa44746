import { freeUsernames } from '@daymark/contract/user';
import { TextButton } from '../../ui/controls/TextButton';

interface UsernameErrorProps {
  message: string;
  /** Puts a free name into the field. */
  onTake: (name: string) => void;
}

/** The error at the field of a username. The free names in it are buttons that put them into the field. */
export function UsernameError({ message, onTake }: UsernameErrorProps) {
  return (
    <>
      {message}
      {freeUsernames(message)?.map((name) => (
        <span key={name}>
          {' '}
          <TextButton onClick={() => onTake(name)}>Use {name}</TextButton>
        </span>
      ))}
    </>
  );
}
