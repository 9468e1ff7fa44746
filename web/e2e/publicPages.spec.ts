import type { Page } from '@playwright/test';
import {
  FAILED_REQUEST,
  PHONE,
  expect,
  expectNoSideScroll,
  heading,
  signUp,
  test,
} from './fixtures';

const SITE = 'https://daymark.app';

/** The public pages (product §2) with their headings. `app` says whether the app takes over the page. */
const PAGES = [
  { path: '/landing', title: 'The day, clearly marked.', app: false },
  { path: '/about', title: 'About Daymark', app: false },
  { path: '/features', title: 'Everything a working day needs', app: false },
  { path: '/privacy', title: 'Privacy Policy', app: false },
  { path: '/developers', title: 'Developers', app: true },
  { path: '/auth', title: 'The day, clearly marked.', app: true },
  { path: '/login', title: 'Welcome back', app: true },
  { path: '/signup', title: 'Create your account', app: true },
];

/** Returns the head of a page's HTML, and its heading, as the server sends them before any script runs. */
async function headOf(page: Page, path: string) {
  const html = await (await page.request.get(path)).text();
  return page.evaluate((source) => {
    const { head, body } = new DOMParser().parseFromString(source, 'text/html');
    const contents = (selector: string) =>
      [...head.querySelectorAll(selector)].map(
        (tag) => tag.getAttribute('content') ?? tag.getAttribute('href') ?? tag.textContent,
      );
    return {
      title: contents('title'),
      description: contents('meta[name=description]'),
      canonical: contents('link[rel=canonical]'),
      ogTitle: contents('meta[property="og:title"]'),
      ogDescription: contents('meta[property="og:description"]'),
      ogUrl: contents('meta[property="og:url"]'),
      ogImage: contents('meta[property="og:image"]'),
      card: contents('meta[name="twitter:card"]'),
      heading: body.querySelector('h1')?.textContent,
    };
  }, html);
}

test('each public page’s HTML from the server has its title, description, canonical link and social card', async ({
  page,
}) => {
  const titles = new Set<string | null | undefined>();
  const descriptions = new Set<string | null | undefined>();
  for (const { path, title } of PAGES) {
    const head = await headOf(page, path);
    expect(head, path).toEqual({
      title: [expect.stringMatching(/^.+ · Daymark$/)],
      description: [expect.stringMatching(/^.{50,170}$/)],
      canonical: [SITE + path],
      ogTitle: head.title,
      ogDescription: head.description,
      ogUrl: [SITE + path],
      ogImage: [`${SITE}/card.png`],
      card: ['summary_large_image'],
      heading: title,
    });
    titles.add(head.title[0]);
    descriptions.add(head.description[0]);
  }
  expect(titles.size).toBe(PAGES.length);
  // /auth and the landing page share a description.
  expect(descriptions.size).toBeGreaterThanOrEqual(PAGES.length - 1);
});

test('public pages that don’t redirect show the signed-in person instead of Log in', async ({
  page,
}) => {
  const { username } = await signUp(page);
  await page.goto('/today');
  await expect(page.getByText('All changes saved')).toBeVisible();
  for (const path of ['/privacy', '/developers'])
    await test.step(path, async () => {
      await page.goto(path);
      const header = page.getByRole('banner');
      const person = header.getByRole('link', { name: username });
      await expect(person).toBeVisible();
      await expect(header.getByRole('link', { name: 'Log in' })).toBeHidden();
      await expect(header.getByRole('link', { name: 'Sign up' })).toBeHidden();
      await page.setViewportSize(PHONE);
      await expectNoSideScroll(page);
      await person.click();
      await expect(page).toHaveURL(/\/today$/);
      await page.setViewportSize({ width: 1280, height: 800 });
    });
  // Without the cookie, each request of /today would log an error in the console.
  await page.goto('about:blank');
  await page.context().clearCookies();
  await page.goto('/privacy');
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
  await expect(page.getByText(username)).toBeHidden();
});

test('the social card is a PNG of 1200 by 630 below 120 kB, and the icons are there', async ({
  request,
}) => {
  for (const [path, width, height] of [
    ['/card.png', 1200, 630],
    ['/icons/icon-192.png', 192, 192],
    ['/icons/icon-512.png', 512, 512],
    ['/icons/maskable-512.png', 512, 512],
    ['/icons/apple-touch-icon.png', 180, 180],
  ] as const) {
    const reply = await request.get(path);
    const body = await reply.body();
    expect(reply.headers()['content-type'], path).toBe('image/png');
    expect([body.readUInt32BE(16), body.readUInt32BE(20)], path).toEqual([width, height]);
    expect(body.length, path).toBeLessThan(120_000);
  }
});

test('the sitemap lists exactly the public pages, and robots.txt leads to it', async ({
  request,
}) => {
  const sitemap = await (await request.get('/sitemap.xml')).text();
  const listed = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address);
  expect(listed.toSorted()).toEqual(PAGES.map(({ path }) => SITE + path).toSorted());
  const robots = await (await request.get('/robots.txt')).text();
  expect(robots).toContain(`Sitemap: ${SITE}/sitemap.xml`);
});

/** Holds back the app's code, so that the page is only its HTML until the returned function is called. */
async function holdApp(page: Page): Promise<() => void> {
  let go = () => {};
  const held = new Promise<void>((resolve) => (go = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  return go;
}

/**
 * Expects exactly one heading and one of each tag in the head. The app takes over the HTML's tags instead of adding its
 * own.
 */
async function expectOneOfEach(page: Page, title: string) {
  await expect(heading(page, title)).toHaveCount(1);
  for (const tag of ['title', 'link[rel=canonical]', 'meta[name=description]'])
    await expect(page.locator(`head ${tag}`)).toHaveCount(1);
}

test.describe('in a fallback font', () => {
  // The font may arrive too late, and fallback fonts are wider.
  test.use({ expectedErrors: FAILED_REQUEST });

  test('every public page is drawn before any script, and fits 320 to 1280 px in a fallback font', async ({
    page,
  }) => {
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url());
    });
    await page.route('**/*.woff2', (route) => route.abort());
    for (const { path, title, app } of PAGES)
      await test.step(path, async () => {
        scripts.length = 0;
        const go = await holdApp(page);
        await page.goto(path, { waitUntil: 'commit' });
        await expect(heading(page, title)).toBeVisible();
        go();
        await page.waitForLoadState();
        for (const width of [320, 360, 390, 768, 1280]) {
          await page.setViewportSize({ width, height: 844 });
          await expectNoSideScroll(page);
        }
        if (app) await expect.poll(() => scripts.length).toBeGreaterThan(0);
        else {
          expect(scripts).toEqual([]);
          await expectOneOfEach(page, title);
        }
      });
  });
});

test('the app takes over the text that was typed into a form before the app was there', async ({
  page,
}) => {
  await test.step('on /signup the typed text is kept', async () => {
    const go = await holdApp(page);
    await page.goto('/signup', { waitUntil: 'commit' });
    await page.getByLabel('Username').fill('early bird');
    await page.getByLabel('Email').pressSequentially('early@example');
    await page.getByLabel('Password', { exact: true }).fill('short');
    const button = page.getByRole('button', { name: 'Sign Up', exact: true });
    await expect(button).toBeDisabled();
    // Enter doesn't send the form either.
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/signup$/);
    go();
    await button.click();
    await expect(page.getByLabel('Confirm Password')).toHaveAccessibleDescription(
      'Confirm Password is required',
    );
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
      'Password must be at least 8 characters',
    );
    await expect(page.getByLabel('Username')).toHaveValue('early bird');
    await expect(page.getByLabel('Email')).toHaveValue('early@example');
    await expectOneOfEach(page, 'Create your account');
  });

  await test.step('on /login typing into a prefilled field replaces its text', async () => {
    const go = await holdApp(page);
    await page.goto('/login', { waitUntil: 'commit' });
    await page.getByLabel('Email').focus();
    await page.keyboard.type('me@example');
    go();
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(
      'Please enter a valid email',
    );
    await expect(page.getByLabel('Email')).toHaveValue('me@example');
    await expect(page.getByLabel('Password')).toHaveValue('daymark-demo');
    await expectOneOfEach(page, 'Welcome back');
  });

  await test.step('on /auth the tabs work, and the links of the footer lead to the sections', async () => {
    const go = await holdApp(page);
    await page.goto('/auth', { waitUntil: 'commit' });
    const tab = page.getByRole('tab', { name: 'Sign Up' });
    await expect(tab).toBeDisabled();
    go();
    await tab.click();
    await expect(tab).toHaveAttribute('aria-selected', 'true');
    await expectOneOfEach(page, 'The day, clearly marked.');
    const footer = page.getByRole('contentinfo');
    for (const [link, section] of [
      ['Features', 'Everything a working day needs'],
      ['Pricing', 'Simple pricing'],
    ] as const) {
      await footer.getByRole('link', { name: link }).click();
      await expect(page).toHaveURL(/\/auth#/);
      await expect(page.getByRole('heading', { name: section })).toBeInViewport();
    }
  });

  await test.step('on /auth the Demo Account button can be pressed twice', async () => {
    const go = await holdApp(page);
    await page.goto('/auth', { waitUntil: 'commit' });
    go();
    await page.getByRole('button', { name: 'Demo Account' }).dblclick();
    await expect(page).toHaveURL(/\/today$/);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('every public page can be read, and its links work', async ({ page }) => {
    for (const { path, title, app } of PAGES) {
      await page.goto(path);
      await expect(heading(page, title)).toBeVisible();
      if (app) await expect(page.locator('noscript')).toBeVisible();
    }
    await page.goto('/landing');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
    await expect(heading(page, 'Privacy Policy')).toBeVisible();
    await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click();
    await expect(page.getByRole('heading', { name: 'Simple pricing' })).toBeInViewport();
    await page.getByRole('link', { name: 'Log in' }).click();
    await expect(page.getByLabel('Email')).toHaveValue('demo@daymark.app');
  });
});

test('a link to a section of another page leads to the section, below the sticky bar', async ({
  page,
}) => {
  for (const viewport of [{ width: 1280, height: 800 }, PHONE])
    await test.step(`${viewport.width} px wide`, async () => {
      await page.setViewportSize(viewport);
      await page.goto('/privacy');
      await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click();
      const section = page.getByRole('heading', { name: 'Simple pricing' });
      await expect(section).toBeInViewport();
      const bar = await page.getByRole('banner').boundingBox();
      const title = await section.boundingBox();
      expect(title!.y).toBeGreaterThan(bar!.y + bar!.height);
      expect(title!.y).toBeLessThan(200);
    });
});

test('the theme can be switched on a page without the app, and applies from the first paint', async ({
  page,
}) => {
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/about');
  const light = await paper();
  await page.getByRole('button', { name: 'Theme: system' }).click();
  await expect.poll(paper).not.toBe(light);
  const dark = await paper();

  const go = await holdApp(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await expect(heading(page, 'Welcome back')).toBeVisible();
  await expect.poll(paper).toBe(dark);
  go();
  await expect(page.getByRole('button', { name: 'Theme: dark' })).toBeVisible();
});
