import type { Device } from '@daymark/contract/device';
import type { ReactNode } from 'react';
import { sentenceOf } from '../../../lib/api/call';
import { monthDay } from '../../../lib/time/dates';
import { Button } from '../../../ui/controls/Button';
import { Dialog } from '../../../ui/dialogs/Dialog';
import { useApiTokens } from '../../../records/account/apiTokenQueries';
import { useCalendarFeed } from '../../../records/account/calendarFeedQueries';
import css from './AccessChoiceDialog.module.css';
import { useChooseAccess, useSignInMethods } from './accountQueries';
import { deviceName, placeOf } from '../../../records/account/deviceName';
import { useDevices } from '../../../records/account/deviceQueries';
import { FormErrorMessage } from '../signIn/FormErrorMessage';
import { useUser } from '../userContext';

/**
 * Shows what else gives access to an account that Google has joined, and asks whether to end that access. If the dialog
 * is closed without a choice, it opens again at the next start. Default export, because it is loaded lazily.
 */
export default function AccessChoiceDialog({ onClose }: { onClose: () => void }) {
  const { id } = useUser();
  const choice = useChooseAccess();
  const choose = (end: boolean) => choice.mutate(end, { onSuccess: onClose });
  return (
    <Dialog
      role="alertdialog"
      width="sm"
      title="Check what else can access your account"
      text="You can now sign in to this account with Google. The list shows what could access it before. If you don’t recognize something, choose End Them: every other device is signed out, the password stops working, and API tokens and the calendar feed are revoked. Your data stays."
      dismiss={null}
      onClose={onClose}
      actions={
        <>
          <Button color="error" disabled={choice.isPending} onClick={() => choose(true)}>
            End Them
          </Button>
          <Button
            variant="contained"
            autoFocus
            disabled={choice.isPending}
            onClick={() => choose(false)}
          >
            Keep Them
          </Button>
        </>
      }
    >
      <dl className={css.access}>
        <Access name="Other devices" found={useOtherDevices()} />
        <Access name="Password" found={usePassword()} />
        <Access name="API tokens" found={useTokenNames(id)} />
        <Access name="Calendar feed" found={useFeed(id)} />
      </dl>
      <FormErrorMessage>{choice.error ? sentenceOf(choice.error) : undefined}</FormErrorMessage>
    </Dialog>
  );
}

/** The entries of one kind of access: undefined while they load, null if they could not be loaded. */
type Found = readonly string[] | null | undefined;

function Access({ name, found }: { name: string; found: Found }) {
  return (
    <div aria-busy={found === undefined}>
      <dt>{name}</dt>
      {contentOf(found).map((text, index) => (
        <dd key={index}>{text}</dd>
      ))}
    </div>
  );
}

function contentOf(found: Found): readonly ReactNode[] {
  if (found === undefined) return ['Loading…'];
  if (found === null) return ['This couldn’t be loaded.'];
  return found.length > 0 ? found : ['None'];
}

interface Query<T> {
  data: T | undefined;
  isError: boolean;
}

function foundIn<T>({ data, isError }: Query<T>, list: (data: T) => readonly string[]): Found {
  if (data !== undefined) return list(data);
  return isError ? null : undefined;
}

const useOtherDevices = () =>
  foundIn(useDevices(), (devices) => devices.filter(({ isCurrent }) => !isCurrent).map(deviceText));

/** Returns, for example, "Firefox on Linux, Berlin, last used Nov 19". */
function deviceText({ userAgent, timeZone, lastUsedAt }: Device): string {
  const place = timeZone === null ? [] : [placeOf(timeZone)];
  const used = `last used ${monthDay(new Date(lastUsedAt))}`;
  return [deviceName(userAgent), ...place, used].join(', ');
}

const usePassword = () => foundIn(useSignInMethods(), ({ password }) => (password ? ['Set'] : []));

function useTokenNames(userId: number): Found {
  return foundIn(useApiTokens(userId), (tokens) =>
    tokens
      .filter(({ expiresAt }) => Date.parse(expiresAt) > Date.now())
      .map(
        ({ name, scope }) => `${name}, ${scope === 'read' ? 'can read' : 'can read and change'}`,
      ),
  );
}

function useFeed(userId: number): Found {
  return foundIn(useCalendarFeed(userId), (feed) =>
    feed ? [`Created ${monthDay(new Date(feed.createdAt))}`] : [],
  );
}
