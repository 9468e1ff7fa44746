// @ts-check
import { escape } from '../googleStandIn/consentPage.mjs';

/**
 * Returns the page that shows the messages that arrived, the latest first.
 * @param {object} shown
 * @param {import('./devices.mjs').Arrived[]} shown.arrived
 * @param {object[]} shown.subscriptions
 * @param {boolean} shown.sends whether the page offers to send the reminders that are due
 */
export const arrivedPage = ({ arrived, subscriptions, sends }) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Push messages · local stand-in for a push service</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
  <h1>Push messages</h1>
  <p>This local stand-in for a browser’s push service shows the messages that its devices got.</p>
  <button data-do="subscribe">Add a device</button>
  ${sends ? '<button data-do="sendReminders">Send what is due now</button>' : ''}
  ${subscriptions.map(deviceText).join('')}
  ${arrived.length === 0 ? '<p>No message has arrived yet.</p>' : ''}
  <ol>${arrived.toReversed().map(messageRow).join('')}</ol>
</main>
<script>
for (const button of document.querySelectorAll('button'))
  button.onclick = async () => {
    button.disabled = true;
    await fetch('/_state', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ do: button.dataset.do }),
    });
    location.reload();
  };
// A reload would close the device whose text is being copied.
setInterval(() => document.querySelector('[open]') ?? location.reload(), 5000);
</script>
</body>
</html>
`;

/** @param {object} subscription */
const deviceText = (subscription) => `<details>
  <summary>A device</summary>
  <p>To send it your reminders, run this in the console of Daymark’s page:</p>
  <pre>${escape(`await fetch('/api/devices/reminders', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: '${JSON.stringify(subscription)}',
})`)}</pre>
</details>`;

/** @param {import('./devices.mjs').Arrived} message */
function messageRow({ arrivedAt, topic, ttl, urgency, text }) {
  const { title = text, body = '' } = notificationOf(text);
  return `<li>
    <strong>${escape(`${title}`)}</strong> ${escape(`${body}`)}<br>
    <small>${escape(`${arrivedAt} · topic ${topic} · TTL ${ttl} s · urgency ${urgency}`)}</small>
  </li>`;
}

/**
 * @param {string} text
 * @returns {{ title?: unknown, body?: unknown }}
 */
function notificationOf(text) {
  try {
    return JSON.parse(text).notification ?? {};
  } catch {
    return {};
  }
}

const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
main { width: min(720px, 100%); margin: 24px auto; }
h1 { font-size: 1.4rem; line-height: 1.25; }
ol { padding: 0; list-style: none; }
li { padding: 12px 0; border-top: 1px solid; overflow-wrap: anywhere; }
button { min-height: 44px; margin: 0 8px 12px 0; padding: 0 20px; font: inherit; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; }
`;
