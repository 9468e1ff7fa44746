import { identityToolkit } from './authEmulator';
import { mailsTo } from './mails';
import { secondsLater } from './signInElsewhere';

/** Sets a new password with the link in Firebase's mail, like a person who has forgotten the old one. */
export async function resetPassword(email: string, newPassword: string): Promise<void> {
  // Firebase counts in seconds. Anything made in the same second as the reset counts as later.
  await secondsLater(1);
  await identityToolkit('sendOobCode', { requestType: 'PASSWORD_RESET', email });
  const mail = (await mailsTo(email)).findLast(
    ({ requestType }) => requestType === 'PASSWORD_RESET',
  );
  const oobCode = new URL(mail?.oobLink ?? '').searchParams.get('oobCode');
  await identityToolkit('resetPassword', { oobCode, newPassword });
}
