import { expect, test } from 'vitest';
import { hostileTexts } from '../../../test/hostileTexts';
import { htmlText } from './htmlText';

test.each([
  ['a < b & c', 'a < b & c'],
  [
    '<p>Call <strong>Noor</strong></p><p>1 < 2 &amp; <em>so</em> on</p>',
    'Call **Noor**\n\n1 < 2 & _so_ on',
  ],
  [
    '<ul><li data-checked="true"><label><input type="checkbox" checked><span></span></label><div><p>Sow</p></div></li><li data-checked="false"><label><input type="checkbox"></label><p>Reap</p></li></ul>',
    '- [x] Sow\n- [ ] Reap',
  ],
  ['<h2>Plan</h2>one<br>two<ul><li><p>a</p></li><li>b</li></ul>', '## Plan\n\none\ntwo\n- a\n- b'],
  [
    '<a class="k" href="https://a.example/?x=1&amp;y">the site</a>',
    '[the site](https://a.example/?x=1&y)',
  ],
  ['<a href="https://a.example">https://a.example</a><a>b</a>', 'https://a.exampleb'],
  [
    '<p>one\n  two</p><!-- three --><script>four()</script><style>five</style>six',
    'one two\n\nsix',
  ],
])('HTML of an editor becomes Markdown: %j', (html, text) => {
  expect(htmlText(html)).toBe(text);
});

test.each(hostileTexts(400_000))('what is before and after %s in HTML is kept', (_, text) => {
  const read = htmlText(`<p>Begin</p>${text}<p>The end</p>`);
  expect(read).toMatch(/^Begin/);
  expect(read).toMatch(/The end$/);
});
