import { expect, test } from 'vitest';
import { hostileTexts } from '../../../../test/hostileTexts';
import { htmlText } from './htmlText';

test.each([
  [
    '<p>Call <strong>Noor</strong></p><p>1 < 2 &amp; <em>so</em> on</p>',
    'Call **Noor**\n\n1 < 2 & _so_ on',
  ],
  [
    '<ul><li data-checked="true"><label><input type="checkbox" checked><span></span></label><div><p>Sow</p></div></li><li data-checked="false"><label><input type="checkbox"></label><p>Reap</p></li></ul>',
    '- [x] Sow\n- [ ] Reap',
  ],
  [
    '<ul><li><input type="checkbox" checked disabled> Sow</li><li><input type="checkbox"> Reap</li></ul>',
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
  ['<P>One</P>\r\n<P CLASS=x>Two<BR/>three</P>', 'One\n\nTwo\nthree'],
  ['<div>one</div><div>two</div><div><br></div><div>three</div>', 'one\ntwo\n\nthree'],
  ['<p>See <b>all </b>of <s>it</s> <u>now</u></p>', 'See **all** of ~~it~~ now'],
  ['<b><p>one</p><p>two</p></b>', 'one\n\ntwo'],
  ['<blockquote><p>one</p><p>two</p></blockquote>end', '> one\n>\n> two\n\nend'],
  ['one<hr>two', 'one\n\n---\n\ntwo'],
  [
    '<p>Caf&eacute; &ldquo;&Uuml;ber&rdquo; &#8211; 5&nbsp;&euro; &unknown;</p>',
    'Café “Über” – 5 € &unknown;',
  ],
  ['<p>Room<o:p></o:p> <span style="a>b">two</span></p>', 'Room two'],
  ['<!DOCTYPE html><html><head><title>No</title></head><body>Yes</body></html>', 'Yes'],
])('HTML of an editor becomes Markdown: %j', (html, text) => {
  expect(htmlText(html)).toBe(text);
});

test.each([
  'a < b & c',
  '1 < 2 and 5 > 3',
  'if a<b and c>d then stop',
  'Set <b> to 1 and <i> to 2',
  'ssh <user>@<host>',
  'Ada <ada@example.com>, see <https://example.com/a>',
  'Fish &amp; chips',
  '  two  spaces\n\n\n\tand a tab ',
])('a text without HTML stays as it is: %j', (text) => {
  expect(htmlText(text)).toBe(text);
});

test('angle brackets that aren’t HTML stay in a text with HTML', () => {
  expect(htmlText('<p>ssh &lt;me&gt;@<host>, <ada@example.com></p>')).toBe(
    'ssh <me>@<host>, <ada@example.com>',
  );
});

test('a typed text with a link keeps its line breaks', () => {
  expect(htmlText('Agenda:\n1. Budget\n\nJoin <a href="https://example.com/a">here</a>\nBye')).toBe(
    'Agenda:\n1. Budget\n\nJoin [here](https://example.com/a)\nBye',
  );
});

test.each([
  ['<ol><li>a</li><li>b</li></ol>', '1. a\n2. b'],
  ['<ol start="3"><li>a</li><li>b</li></ol>', '3. a\n4. b'],
  [
    '<p>Do:</p><ol><li><p>a</p><ul><li><p>b</p><ul><li>c</li></ul></li></ul></li><li><p>d</p></li></ol><p>End</p>',
    'Do:\n\n1. a\n   - b\n     - c\n2. d\n\nEnd',
  ],
  ['<ul><li>a</li><ul><li>b</li></ul><li>c</li></ul>', '- a\n  - b\n- c'],
  ['<ul><li>a<li>b</ul>', '- a\n- b'],
  ['<ul><li><p>a</p><p>b</p></li><li>c</li></ul>', '- a\n\n  b\n- c'],
  ['<ul><li>Run<pre>x\n  y</pre></li></ul>', '- Run\n\n  ```\n  x\n    y\n  ```'],
])('lists keep their numbers and nesting: %j', (html, text) => {
  expect(htmlText(html)).toBe(text);
});

test.each([
  [
    '<p>Run:</p><pre><code class="language-sh">ls -l\n  cp a b\n\n\n\tmv &lt;c&gt;\n</code></pre><p>End</p>',
    'Run:\n\n```sh\nls -l\n  cp a b\n\n\n\tmv <c>\n```\n\nEnd',
  ],
  ['<pre>a<br>  b</pre>', '```\na\n  b\n```'],
  ['<pre><code>```\nx\n```</code></pre>', '````\n```\nx\n```\n````'],
  ['<p>Type <code>a  &lt;b&gt;</code> now</p>', 'Type `a <b>` now'],
])('code keeps its lines and their indentation: %j', (html, text) => {
  expect(htmlText(html)).toBe(text);
});

test.each([
  [
    '<table><tbody><tr><th><p>Day</p></th><th>Who</th></tr><tr><td>Mon</td><td><p>A | B</p><p>C</p></td></tr><tr><td>Tue</td></tr></tbody></table>',
    '| Day | Who |\n| --- | --- |\n| Mon | A \\| B C |\n| Tue |',
  ],
  ['<table><tr><td><p>one</p><ul><li>two</li></ul></td></tr></table>', 'one\n\n- two'],
])('a table becomes a Markdown table, or text if it has a single column: %j', (html, text) => {
  expect(htmlText(html)).toBe(text);
});

test.each([
  ['<a href="https://a.example/b_(c)">x</a>', '[x](https://a.example/b_(c))'],
  ['<a href="https://a.example/b)c d">x</a>', '[x](https://a.example/b%29c%20d)'],
  ["<a href='https://a.example'> x </a>y", '[x](https://a.example) y'],
  ['<a href=https://a.example>x</a>', '[x](https://a.example)'],
  [
    '<a data-href="z" title="a > b" href="https://a.example">[1] x</a>',
    '[\\[1\\] x](https://a.example)',
  ],
  [
    'See <a href="https://a.example"><div>a big</div><div>button</div></a>.',
    'See [a big button](https://a.example).',
  ],
  ['<a href="https://a.example"></a>', 'https://a.example'],
  ['<a href="mailto:ada@example.com">ada@example.com</a>', 'ada@example.com'],
  ['<a href="javascript:x()">x</a> <a href="#top">y</a>', 'x y'],
  [
    '<img src="https://a.example/cat.png" alt="A cat"><img src="cid:1" alt="dog">',
    '![A cat](https://a.example/cat.png)dog',
  ],
])('links and images become Markdown: %j', (html, text) => {
  expect(htmlText(html)).toBe(text);
});

test.each([
  '<b>a</b>',
  '<b>a',
  '<ul><li>a',
  '<table><tr><td>a<td>b',
  '<a href="x"><div>y</div></a>',
  '<blockquote>a<br>',
  '<!--',
])('a long text that repeats %s is read in time', (unit) => {
  expect(htmlText(`<p>Begin</p>${unit.repeat(400_000 / unit.length)}`)).toMatch(/^Begin/);
});

test.each(hostileTexts(400_000))('text before and after %s in HTML is kept', (_, text) => {
  const read = htmlText(`<p>Begin</p>${text}<p>The end</p>`);
  expect(read).toMatch(/^Begin/);
  expect(read).toMatch(/The end$/);
});

test.each([
  [
    'a row of 40,000 cells above 40,000 empty rows',
    `<table><tr>${'<td>x</td>'.repeat(40_000)}</tr>${'<tr></tr>'.repeat(40_000)}</table>`,
  ],
  ['a list of 40,000 parts that are no items', `<ul>${'<b>x</b>'.repeat(40_000)}</ul>`],
])('%s becomes text less than twice as long as its markup', (_, html) => {
  expect(htmlText(html).length).toBeLessThan(2 * html.length);
});
