// @ts-check

/** What Google's consent page says about the scopes that Daymark could ask for. */
const SCOPES = new Map([
  ['calendar', 'See, edit, share and permanently delete all calendars'],
  ['calendar.readonly', 'See and download any calendar'],
  ['calendar.calendarlist.readonly', 'See the list of your calendars'],
  ['calendar.events.readonly', 'View events on all your calendars'],
  ['calendar.events', 'View and edit events on all your calendars'],
  ['userinfo.email', 'See your e-mail address'],
]);

/**
 * The page that asks a person, in plain words and with no doubt that this is not Google.
 * @param {object} page
 * @param {string} page.action where the answer goes
 * @param {string[]} page.accounts the first is chosen
 * @param {string[]} page.scopes
 * @param {string} page.host whom the answer goes to
 */
export function consentPage({ action, accounts, scopes, host }) {
  return layout(
    'Connect a calendar',
    `<h1>Daymark wants to read your calendars</h1>
    <p class="soft">It comes from <strong>${escape(host)}</strong>.</p>
    <form method="post" action="${escape(action)}">
      <fieldset>
        <legend>Which account?</legend>
        ${accounts.map((email, index) => accountRow(email, index === 0)).join('')}
        <div class="other">
          <label class="row"><input type="radio" name="account" value=""> <span>Another account</span></label>
          <input type="email" name="otherAccount" autocomplete="off" placeholder="name@example.com" aria-label="E-mail of the other account">
        </div>
      </fieldset>
      <fieldset>
        <legend>What may Daymark do?</legend>
        ${scopes.map(scopeRow).join('')}
      </fieldset>
      <div class="actions">
        <button name="decision" value="allow">Allow</button>
        <button name="decision" value="deny" class="quiet">Cancel</button>
      </div>
    </form>`,
  );
}

/**
 * What a person sees where Google would not even ask.
 * @param {string} error
 * @param {string} message
 */
export const refusalPage = (error, message) =>
  layout(
    'Access blocked',
    `<h1>Access blocked</h1><p>${escape(message)}</p><p class="soft">Error ${escape(error)}</p>`,
  );

/**
 * @param {string} email
 * @param {boolean} checked
 */
const accountRow = (email, checked) =>
  `<label class="row"><input type="radio" name="account" value="${escape(email)}"${checked ? ' checked' : ''}>
    <span class="face" aria-hidden="true">${escape(email.slice(0, 1).toUpperCase())}</span>
    <span class="long">${escape(email)}</span></label>`;

/** @param {string} scope */
const scopeRow = (scope) => {
  const name = scope.replace('https://www.googleapis.com/auth/', '');
  return `<label class="row"><input type="checkbox" name="scope" value="${escape(scope)}" checked>
    <span>${escape(SCOPES.get(name) ?? name)}</span></label>`;
};

/** @param {string} text */
const escape = (text) => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/**
 * @param {string} title
 * @param {string} main
 */
const layout = (title, main) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · local stand-in for Google</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
  <p class="notice"><strong>This is not Google.</strong> It is a local stand-in that runs on this machine only, with made-up accounts and calendars. Don’t type a password; none is asked for.</p>
  ${main}
</main>
</body>
</html>
`;

const STYLE = `
:root {
  color-scheme: light dark;
  --ink: light-dark(#1d1f24, #eceae4);
  --soft: light-dark(#5a5d66, #a7aab2);
  --paper: light-dark(#fbfaf7, #16181c);
  --sheet: light-dark(#ffffff, #1d2025);
  --line: light-dark(#e6e2d9, #30343b);
  --field: light-dark(#938e84, #6f757f);
  --accent: light-dark(#c2412a, #ff8a6b);
  --wash: light-dark(#fbe9e4, #3a2620);
}
* { box-sizing: border-box; }
body {
  margin: 0;
  min-height: 100vh;
  display: grid;
  place-items: center;
  padding: 24px 16px;
  color: var(--ink);
  background: var(--paper);
  font: 400 0.9375rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
}
main {
  width: min(460px, 100%);
  padding: 28px;
  border: 1px solid var(--line);
  border-radius: 14px;
  background: var(--sheet);
}
.notice {
  margin: 0 0 24px;
  padding: 12px 14px;
  border-radius: 8px;
  background: var(--wash);
  font-size: 0.875rem;
}
.notice strong { color: var(--accent); }
h1 { margin: 0; font-size: 1.375rem; line-height: 1.25; letter-spacing: -0.015em; }
p { margin: 4px 0 0; }
.soft { color: var(--soft); overflow-wrap: anywhere; }
fieldset { margin: 24px 0 0; padding: 0; border: 0; min-width: 0; }
legend { padding: 0 0 6px; font-weight: 650; }
.row {
  display: flex;
  align-items: center;
  gap: 12px;
  min-height: 44px;
  padding: 8px 12px;
  border: 1px solid transparent;
  border-radius: 8px;
  cursor: pointer;
}
.row:hover { background: color-mix(in srgb, var(--ink) 4%, transparent); }
.row:has([type='radio']:checked) { border-color: var(--line); background: color-mix(in srgb, var(--ink) 4%, transparent); }
.long { min-width: 0; overflow-wrap: anywhere; }
.face {
  flex: none;
  display: grid;
  place-items: center;
  width: 28px;
  height: 28px;
  border-radius: 50%;
  color: var(--sheet);
  background: var(--soft);
  font-size: 0.8125rem;
  font-weight: 650;
}
input[type='radio'], input[type='checkbox'] { flex: none; width: 18px; height: 18px; margin: 0; accent-color: var(--accent); }
input[type='email'] {
  display: none;
  width: 100%;
  margin-top: 4px;
  padding: 9px 12px;
  border: 1px solid var(--field);
  border-radius: 8px;
  color: inherit;
  background: transparent;
  font: inherit;
}
.other:has(:checked) input[type='email'] { display: block; }
.actions { display: flex; gap: 8px; margin-top: 28px; }
button {
  min-height: 44px;
  padding: 6px 20px;
  border: 1px solid var(--ink);
  border-radius: 8px;
  color: var(--sheet);
  background: var(--ink);
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}
button.quiet { border-color: var(--line); color: inherit; background: none; }
:is(input, button):focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
@media (max-width: 480px) {
  body { place-items: start center; }
  main { padding: 20px; }
  .actions button { flex: 1; }
}
`;
