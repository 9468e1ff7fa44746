import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { hostileTexts } from '../../../test/hostileTexts';
import MarkdownText from './MarkdownText';
import { linkTargets, type LinkTargets } from '../../domain/notes/noteLinks';

const html = (text: string, targets?: LinkTargets) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <MarkdownText text={text} targets={targets} onTick={() => undefined} />
    </MemoryRouter>,
  );

test('Markdown is shown formatted', () => {
  const shown = html('# Plan\n\n**Bold** and _soft_\n\n- one\n- [x] two\n\n> said\n\n`code`');
  for (const part of ['<h3>Plan</h3>', '<strong>Bold</strong>', '<em>soft</em>', '<blockquote>'])
    expect(shown).toContain(part);
  expect(shown).toContain('<code>code</code>');
  expect(shown).toContain('checked=""');
});

test('a link opens in a new tab, without a referrer', () => {
  expect(html('[site](https://a.example)')).toContain(
    '<a href="https://a.example" target="_blank" rel="noopener noreferrer">site</a>',
  );
});

test.each([
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](java\tscript:alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](vbscript:x)',
  '<javascript:alert(1)>',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  'a <b onclick=alert(1)>b</b>',
  '<svg/onload=alert(1)>',
  '<iframe src="https://a.example"></iframe>',
  '![x](https://a.example/spy.png)',
  '![x](javascript:alert(1))',
  '[x]: javascript:alert(1)\n\n[x]',
  '[x](daymark:javascript:alert(1))',
  '![x](daymark:note/1"onerror=alert(1))',
  '[[<img src=x onerror=alert(1)>]]',
  '`<script>`',
  '| a |\n|---|\n| <img src=x onerror=alert(1)> |',
])('hostile Markdown creates no script, image or unsafe link: %j', (text) => {
  const shown = document.createElement('div');
  shown.innerHTML = html(text);
  expect(shown.querySelector('script, img, svg, iframe, b, style, object, embed')).toBeNull();
  for (const element of shown.querySelectorAll('*'))
    for (const { name, value } of element.attributes) {
      expect(name).not.toMatch(/^on/);
      if (name === 'href') expect(value).toMatch(/^(https?:|mailto:)/);
    }
});

/** Returns the name and the state of each shown checkbox. */
function shownBoxes(text: string) {
  const shown = document.createElement('div');
  shown.innerHTML = html(text);
  return [...shown.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')].map((box) => [
    box.labels?.[0]?.textContent,
    box.checked,
  ]);
}

test('a list item that begins with [ ] or [x] is a checkbox named by the item’s text', () => {
  expect(
    shownBoxes('- [ ] Sow\n- [x] *Water* `it`\n  - [ ] Daily\n- [y] not\n\n1. [X] Reap'),
  ).toEqual([
    ['Sow', false],
    ['Water it', true],
    ['Daily', false],
    ['Reap', true],
  ]);
  expect(shownBoxes('```\n- [ ] no\n```\n\n    - [ ] no\n\n`- [ ] no`')).toEqual([]);
});

const targets = linkTargets(
  [{ id: 1, title: 'New title' }],
  [{ id: 2, title: 'Call <b>Ann</b>', completed: false }],
);

test('a link to a note or a task shows its current title', () => {
  const link = (path: string, title: string) =>
    `<a href="${path}" data-discover="true">${title}</a>`;
  expect(html('[Old](daymark:note/1) and [x](daymark:task/2)', targets)).toContain(
    `${link('/notes', 'New title')} and ${link('/tasks', 'Call &lt;b&gt;Ann&lt;/b&gt;')}`,
  );
  expect(html('[[new  TITLE]]', targets)).toContain(link('/notes', 'New title'));
  expect(html('![Old](daymark:note/1)', targets)).toContain(link('/notes', 'New title'));
});

test('a link to a deleted record is text that says so', () => {
  const shown = html('[*Old*](daymark:note/9)', targets);
  expect(shown).not.toContain('<a');
  expect(shown).toMatch(/<span[^>]* title="Deleted"><em>Old<\/em><span[^>]*> \(deleted\)<\/span>/);
  expect(html('[Old](daymark:note/9)')).toMatch(/<a [^>]*href="\/notes"[^>]*>Old<\/a>/);
});

test.each([
  '[[nothing]]',
  '[[]]',
  '[[a',
  '`[[New title]]`',
  '[x](daymark:event/1)',
  '[x](daymark:note/01)',
])('text that is not a link stays text: %j', (text) => {
  expect(html(text, targets)).not.toContain('<a');
});

test('brackets in an ordinary link are part of its text', () => {
  expect(html('[[New title]](https://a.example)', targets)).toContain(
    '<a href="https://a.example" target="_blank" rel="noopener noreferrer">[New title]</a>',
  );
});

test('an address becomes a link by itself, but a file name doesn’t', () => {
  expect(html('See https://a.example/b, me@a.example and readme.md.')).toContain(
    '>https://a.example/b</a>, <a href="mailto:me@a.example" target="_blank" rel="noopener noreferrer">me@a.example</a> and readme.md.',
  );
});

test.each(hostileTexts(20_000))('a note of %s is shown to its end', (_, text) => {
  const shown = document.createElement('div');
  shown.innerHTML = html(`Begin\n\n${text}\n\nthe end`);
  expect(shown.textContent).toMatch(/^\s*Begin/);
  expect(shown.textContent).toMatch(/the end\s*$/);
});
