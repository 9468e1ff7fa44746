import { Article } from '../../features/marketing/Article';
import { paths } from '../../lib/paths';
import { PRODUCT, SUPPORT_EMAIL } from '../../lib/product';
import { PageMeta } from '../../ui/layout/PageMeta';

export default function PrivacyPage() {
  return (
    <>
      <PageMeta
        title="Privacy"
        description={`What ${PRODUCT} keeps about you, why, where, and how to have it removed.`}
        path={paths.privacy}
      />
      <Article title="Privacy Policy" lead="Last updated: November 28, 2026">
        <h2>What we keep</h2>
        <p>
          Your account (username, email address and, if you sign in with Google, the address of your
          picture) and what you write in {PRODUCT}: tasks, categories, events, notes, reflections,
          focus sessions and settings. Firebase Authentication keeps your password. We never see it.
        </p>
        <h2>What it is for</h2>
        <p>
          To show you your own day, and nothing else. There are no advertisements, no trackers and
          no sale of data. No one but you can read your records through the product, unless you give
          a program an API token or the address of your calendar feed. You can revoke both.
        </p>
        <h2>Devices</h2>
        <p>
          For each sign-in we keep its time, its last use, the name that the browser gave and its
          time zone, until the sign-in ends. You can see your sign-ins in the settings and end them
          there. We keep no IP address with them.
        </p>
        <h2>Reminders</h2>
        <p>
          If you turn reminders on, we send them through the push service of your browser: Google’s
          for Chrome, Mozilla’s for Firefox, Apple’s for Safari or Microsoft’s for Edge. The text is
          encrypted, and only your browser can read it. The settings turn reminders off, and can
          hide titles in them. For each device we keep when the last one was sent and whether it was
          delivered.
        </p>
        {import.meta.env.VITE_APP_CHECK_SITE_KEY && (
          <>
            <h2>Protection against bots</h2>
            <p>
              When you sign in or register, Google’s reCAPTCHA checks whether you are a person. For
              that, Google receives data about your browser and how you use the page, under its{' '}
              <a href="https://policies.google.com/privacy">Privacy Policy</a> and{' '}
              <a href="https://policies.google.com/terms">Terms of Service</a>.
            </p>
          </>
        )}
        <h2>Google Calendar</h2>
        <p>
          If you connect Google Calendar, we read your calendar list and events to show them beside
          your own. Access is read-only. The tokens for it are encrypted, and disconnecting revokes
          them.
        </p>
        <h2>Where it is kept</h2>
        <p>
          In Google Cloud (Firebase), encrypted in transit and at rest. One cookie,{' '}
          <em>__session</em>, keeps you signed in for five days. A second one only records that you
          are signed in.
        </p>
        <h2>Leaving</h2>
        <p>
          In the <a href={`${paths.settings}#data`}>settings</a> you can download all your data, and
          delete your account with everything in it, at once and for good. If you have questions,
          write to <a href={`mailto:${SUPPORT_EMAIL}`}>{SUPPORT_EMAIL}</a>.
        </p>
      </Article>
    </>
  );
}
