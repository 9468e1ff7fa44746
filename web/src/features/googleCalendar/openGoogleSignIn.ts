import { call, CallError, OUTDATED_STATUS } from '../../lib/api/call';

/** Thrown if Google's sign-in can't be opened. The message is a sentence that gives the reason (product §6, §8). */
export class SignInNotOpened extends Error {
  override name = 'SignInNotOpened';
}

/**
 * Opens Google's sign-in in a new tab (product §4). Must be called in a click handler, because browsers block tabs that
 * are opened later. Opens an empty tab at once and navigates it when the address is known.
 * @throws SignInNotOpened
 */
export async function openGoogleSignIn(userId: number): Promise<void> {
  const tab = window.open('about:blank', '_blank');
  if (!tab)
    throw new SignInNotOpened(
      'Popup was blocked. Please allow popups for this website and try again.',
    );
  try {
    const { authUrl } = await call('getCalendarAuthUrl', {}, { as: userId });
    // Google's page must not control ours.
    tab.opener = null;
    tab.location.replace(authUrl);
  } catch (error) {
    tab.close();
    throw new SignInNotOpened(reasonOf(error), { cause: error });
  }
}

function reasonOf(error: unknown): string {
  // If the response has no address, it doesn't match its schema. `call` reports such a response as outdated.
  if (!(error instanceof CallError) || error.status === OUTDATED_STATUS)
    return 'Authentication URL not provided by server. Please try again.';
  if (error.status === 401)
    return 'You need to be logged in to connect Google Calendar. Please log in and try again.';
  if (error.status >= 500)
    return 'Server error when setting up Google integration. Please try again later.';
  return error.sentence;
}
