// @ts-check

/** Descriptions of the scopes that Daymark could ask for, from Google's consent page. */
const SCOPES = new Map([
  ['calendar', 'See, edit, share and permanently delete all calendars'],
  ['calendar.readonly', 'See and download any calendar'],
  ['calendar.calendarlist.readonly', 'See the list of your calendars'],
  ['calendar.events.readonly', 'View events on all your calendars'],
  ['calendar.events', 'View and edit events on all your calendars'],
  ['userinfo.email', 'See your e-mail address'],
]);

/**
 * Returns the consent page, which says clearly that it is not Google.
 * @param {object} page
 * @param {string} page.action the address to which the form is sent
 * @param {string[]} page.accounts the first one is preselected
 * @param {string[]} page.scopes
 * @param {string} page.host the host of the redirect URI
 */
export function consentPage({ action, accounts, scopes, host }) {
  return layout(
    'Connect a calendar',
    `<h1>Daymark wants to read your calendars</h1>
    <p>It comes from <strong>${escape(host)}</strong>.</p>
    <form method="post" action="${escape(action)}">
      <fieldset>
        <legend>Which account?</legend>
        ${accounts.map((email, index) => accountRow(email, index === 0)).join('')}
        <label class="row"><input type="radio" name="account" value=""> Another account</label>
        <input type="email" name="otherAccount" autocomplete="off" placeholder="name@example.com" aria-label="E-mail of the other account">
      </fieldset>
      <fieldset>
        <legend>What may Daymark do?</legend>
        ${scopes.map(scopeRow).join('')}
      </fieldset>
      <button name="decision" value="allow">Allow</button>
      <button name="decision" value="deny">Cancel</button>
    </form>`,
  );
}

/**
 * Returns the page for a refused request.
 * @param {string} error
 * @param {string} message
 */
export const refusalPage = (error, message) =>
  layout(
    'Access blocked',
    `<h1>Access blocked</h1><p>${escape(message)}</p><p>Error ${escape(error)}</p>`,
  );

/**
 * @param {string} email
 * @param {boolean} checked
 */
const accountRow = (email, checked) =>
  `<label class="row"><input type="radio" name="account" value="${escape(email)}"${checked ? ' checked' : ''}> ${escape(email)}</label>`;

/** @param {string} scope */
const scopeRow = (scope) => {
  const name = scope.replace('https://www.googleapis.com/auth/', '');
  return `<label class="row"><input type="checkbox" name="scope" value="${escape(scope)}" checked>
    ${escape(SCOPES.get(name) ?? name)}</label>`;
};

/** @param {string} text */
export const escape = (text) => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

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
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
main { width: min(460px, 100%); margin: 24px auto; }
.notice { padding: 12px; border: 2px solid light-dark(#c2412a, #ff8a6b); border-radius: 8px; }
h1 { font-size: 1.4rem; line-height: 1.25; }
fieldset { min-width: 0; margin: 24px 0 0; padding: 0; border: 0; overflow-wrap: anywhere; }
legend { font-weight: 650; }
.row { display: flex; align-items: center; gap: 12px; min-height: 44px; }
button { min-height: 44px; margin: 24px 8px 0 0; padding: 0 20px; font: inherit; }
`;
