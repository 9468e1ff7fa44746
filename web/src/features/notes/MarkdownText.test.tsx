import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import MarkdownText from './MarkdownText';
import css from './MarkdownText.module.css';

const html = (text: string) => renderToStaticMarkup(<MarkdownText text={text} />);

test('Markdown is shown formatted', () => {
  const shown = html('# Plan\n\n**Bold** and _soft_\n\n- one\n- [x] two\n\n> said\n\n`code`');
  for (const part of ['<h3>Plan</h3>', '<strong>Bold</strong>', '<em>soft</em>', '<blockquote>'])
    expect(shown).toContain(part);
  expect(shown).toContain('<code>code</code>');
  expect(shown).toContain('Done');
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

test('an item of a list that begins with [ ] or [x] is a checkbox', () => {
  expect(html('- [ ] Sow\n- [x] *Water*\n- [y] not\n\n1. [X] Reap')).toBe(
    '<div class="_text" dir="auto"><ul><li data-task="true"><span role="img" aria-label="Open">☐ </span>Sow</li>'
      .replace('_text', css.text ?? '')
      .concat(
        '<li data-task="true"><span role="img" aria-label="Done">☑ </span><em>Water</em></li><li>[y] not</li></ul>',
        '<ol start="1"><li data-task="true"><span role="img" aria-label="Done">☑ </span>Reap</li></ol></div>',
      ),
  );
});

test('an address is a link by itself, a file’s name is not', () => {
  expect(html('See https://a.example/b, me@a.example and readme.md.')).toContain(
    '>https://a.example/b</a>, <a href="mailto:me@a.example" target="_blank" rel="noopener noreferrer">me@a.example</a> and readme.md.',
  );
});

test.each(
  // Each alone once took a parser minutes, or threw.
  ['*a ', '*_a ', '*a', '[a](', '[', '`', '> ', '- '],
)('a whole note of %j is shown in time', (pattern) => {
  const began = performance.now();
  expect(html(pattern.repeat(100_000 / pattern.length)).length).toBeGreaterThan(0);
  // Half a second each on a machine that does nothing else; what this test is for took minutes.
  expect(performance.now() - began).toBeLessThan(20_000);
});
