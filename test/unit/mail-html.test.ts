/** Reading HTML: what is visible, what is hidden, what is left when it is made safe. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readHtml } from '../../shared/mail/html-text.ts'
import { sanitizeHtml } from '../../shared/mail/sanitize-html.ts'

describe('visible text', () => {
  it.each([
    ['<p>One</p><p>Two<br>Three</p>', 'One\n\nTwo\nThree'],
    ['<b>bo</b>ld  and \n spaced', 'bold and spaced'],
    ['<ul><li>a<li>b</ul>', '- a\n- b'],
    ['<ol><li>a<li><b>b</b></li><li style="margin-left:1em">c</ol>', '1. a\n2. b\n3. c'],
    ['<ol start=" 3"><li>a<li value=9>b<li>c</ol>', '3. a\n9. b\n10. c'],
    [
      '<ol><li>a<ul><li>b</ul><li>c<ol><li>d</ol><li>e</ol><ol><li>f</ol>',
      '1. a\n\n- b\n\n2. c\n\n1. d\n\n3. e\n\n1. f',
    ],
    ['<ol start=x><li>a</ol><ol start=9999999><li>b</ol>', '1. a\n\n1. b'],
    ['<ol type=a><li>a<li>b</ol><ol type=I start=3><li>c<li>d</ol>', 'a. a\nb. b\n\nIII. c\nIV. d'],
    [
      '<ol type=A start=26><li>a<li>b</ol><ol type=i value=0><li value=0>c<li value=4000>d',
      'Z. a\nAA. b\n\n0. c\n4000. d',
    ],
    ['<ol reversed start=2><li>a<li>b<li>c<li value=9>d<li>e</ol>', '2. a\n1. b\n0. c\n9. d\n8. e'],
    ['<ol reversed><li>a<li>b</ol><li>c<ol type=disc><li>d', '2. a\n1. b\n\n- c\n\n1. d'],
    [
      '<ol reversed><li>a<ul><li>x</ul><li>b<ol reversed><li>y</ol><li>c',
      '3. a\n\n- x\n\n2. b\n\n1. y\n\n1. c',
    ],
    ['<ol><li style="display:none">a<li>b</ol>', '2. b'],
  ])('of %s', (html, text) => expect(readHtml(html).text).toBe(text))

  it.each([
    '<ol style="list-style:none"><li>a<li>b</ol>',
    '<style>li{list-style-type:none}</style><ol><li>a<li>b</ol>',
    '<div style="list-style:none inside"><ol><li>a<li>b</ol></div>',
    '<ol><li style="float:left">a<li style="display:inline-block">b</ol>',
    '<ol style="display:flex"><li>a<li>b</ol>',
    '<ol><li style="position:absolute">a<li style="display:block">b</ol>',
  ])('numbers no items that show none: %s', (html) => {
    expect(readHtml(html).text).not.toMatch(/\d/)
  })

  it.each([
    ['<table><tr><td>1<td>2<tr><td>3</table>', '1 2\n3'],
    [
      '<table><tr><th>Item<th>Qty<th>Note<th>Left<tr><td>1<td>10<td><td>7<tr><td><td>3<td>y<td><tr><td>1<td>2<td>3<td>4</table>',
      'Item Qty Note Left\n1 | 10 | | 7\n| 3 | y |\n1 2 3 4',
    ],
    ['<table><tr><td>a<td>b<td>c<tr><td>a<td> <td>c<td>d<tr><td>a<td></table>', 'a b c\na c d\na'],
    ['<table><tr><td>a<td><td>c</table>', 'a c'],
    [
      '<table><tr><td>1<td>2<td>3</tr><tr><td>a</td>between cells 4711<td></td><td>b</td></tr></table>',
      '1 2 3\na between cells 4711 b',
    ],
    [
      `<table><tr><td>1<td>2<td>3<tr><td>${'&#65;'.repeat(100)} and more<td><td>b</table>`,
      `1 2 3\n${'A'.repeat(100)} and more b`,
    ],
    [
      '<blockquote type=cite><table><tr><td>a<td>b<td>c<tr><td>a<td>&nbsp;<td><a href=https://x.example/>c</a></table></blockquote>',
      '> a b c\n> a | | c (https://x.example/)',
    ],
    ['<table><tr><td><p>1</p></td><td><p>10</p></td><td><div>7</div></td></tr></table>8', '1 10 7\n\n8'],
    [
      '<table><tr><td><p>Hello</p></td></tr><tr><td><p>World</p><p>again</p></td></tr></table>',
      'Hello\n\nWorld\n\nagain',
    ],
    ['<table><tr><td>a<br>b</td><td><p>c</p></td><td><ul><li>d</ul></table>', 'a\nb\n\nc\n\n- d'],
    [`<table><tr><td><p>${'long '.repeat(30)}</p><td><p>x</table>`, `${'long '.repeat(30).trim()}\n\nx`],
    ['<pre>a\n  b</pre>', 'a\n  b'],
    ['<a href="https://example.org/x">click</a>', 'click (https://example.org/x)'],
    ['<a href="https://example.org/">example.org</a>', 'example.org'],
    ['<script>alert(1)</script><style>p{}</style>text', 'text'],
    [
      '<p>19<sup>99</sup> EUR, 10<sup>2</sup>, 10<sup>-3</sup>, x<sup><a href="#n">2</a></sup></p>',
      '19^99 EUR, 10^2, 10^-3, x^2',
    ],
    [
      'H<sub>2</sub>O, 10<sub>2</sub>, 1<sup>st</sup>, Tea<sup>®</sup>, see <sup>3</sup>',
      'H2O, 10_2, 1st, Tea®, see 3',
    ],
    ['Deliver <s>10</s> <del>20 <strike>5</strike></del> 30', 'Deliver ~~10~~ ~~20 5~~ 30'],
    ['to <b style="text-decoration: line-through red">Berlin</b> Paris<s> </s>.', 'to ~~Berlin~~ Paris .'],
    ['<s style="text-decoration:none">10</s> <s style="display:none">1</s>20', '10 20'],
    ['<style>i{text-decoration:line-through}</style><i>10</i> 30', '~~10~~ 30'],
    ['<b style="display:block">Total 5</b><b style="display:flex">7 left</b>8', 'Total 5\n7 left\n8'],
    ['Logo<img style="display:block"> text', 'Logo text'],
    ['Qty <select><option>1<option selected>2<option>3</select> boxes', 'Qty 2 boxes'],
    ['Qty <select><optgroup label=few><option>1</option><option>2</option></select>', 'Qty 1'],
    ['<input type=checkbox checked> yes <input type=radio> no', '[x] yes [ ] no'],
    ['Name <input value="Ann"><input type=password value=x><input type=submit value=Send>', 'Name Ann Send'],
    ['&lt;b&gt; &amp;amp; &#128512;', '<b> &amp; 😀'],
  ])('of %s', (html, text) => expect(readHtml(html).text).toBe(text))
})

describe('hidden text', () => {
  it.each([
    ['display_none', '<p style="display:none">secret words</p>'],
    ['display_none', '<p style="d\\69splay/* */:none !important">secret words</p>'],
    ['display_none', '<style>.x{display:none}</style><p class="a x">secret words</p>'],
    ['display_none', '<p id=x>secret words</p><style>#x { display : none }</style>'],
    ['visibility_hidden', '<p style="visibility:hidden">secret words</p>'],
    ['transparent', '<p style="opacity:0">secret words</p>'],
    ['zero_size', '<p style="font-size:0px">secret words</p>'],
    ['zero_size', '<p style="font-size:2px">secret words</p>'],
    ['zero_size', '<p style="font-size:.1em">secret words</p>'],
    ['zero_size', '<p style="font:1px/1 Arial">secret words</p>'],
    ['zero_size', '<div style="max-height:0;overflow:hidden">secret words</div>'],
    ['zero_size', '<div style="height:1px;width:1px;overflow:hidden">secret words</div>'],
    ['same_colour', '<p style="color:#fff">secret words</p>'],
    ['same_colour', '<table bgcolor="#123456"><tr><td><font color="#123457">secret words</font></table>'],
    ['same_colour', '<p style="color:rgba(0,0,0,0)">secret words</p>'],
    ['off_screen', '<p style="position:absolute;left:-9999px">secret words</p>'],
    ['off_screen', '<p style="text-indent:-9999px">secret words</p>'],
    ['hidden_attribute', '<p hidden>secret words</p>'],
    ['comment', '<!-- secret words -->'],
    ['title', '<title>secret words</title>'],
    ['noscript', '<noscript>secret words</noscript>'],
    ['template', '<template>secret words</template>'],
    ['hidden_input', '<input type=hidden value="secret words">'],
    ['alt_text', '<img alt="secret words">'],
    ['title_text', '<img title="secret words">'],
    ['aria_label', '<b aria-label="secret words"></b>'],
  ])('%s: %s', (reason, html) => {
    const seen = readHtml(`<p>before</p>${html}<p>after</p>`)
    expect(seen.hidden).toEqual([{ reason, text: 'secret words' }])
    expect(seen.text).not.toContain('secret')
    expect(sanitizeHtml(html).replace(/(?:alt|title)="secret words"/, '')).not.toContain('secret')
  })

  it.each([
    '<div style="font-size:0"><span style="font-size:14px">shown</span></div>',
    '<div style="visibility:hidden"><b style="visibility:visible">shown</b></div>',
    '<table style="background:#000"><tr><td style="color:#fff">shown</td></table>',
    '<div style="background:url(x.png);color:#fff">shown</div>',
    '<style>@media (max-width:600px){.m{display:none}}</style><p class=m>shown</p>',
    '<p style="display:none">not<p>shown',
    '<!--[if mso]><table><tr><td><![endif]--><p>shown</p>',
  ])('is not what shows: %s', (html) => {
    expect(readHtml(html).text).toBe('shown')
    expect(sanitizeHtml(html)).toContain('shown')
  })
})

describe('links and forms', () => {
  it('of a choice only what is chosen is text, and the rest is kept', () => {
    const seen = readHtml('<select>stray<option>One<option selected>Two<option>Three</select>')
    expect(seen.text).toBe('Two')
    expect(seen.hidden).toEqual([{ reason: 'option', text: 'stray One Three' }])
  })

  it('are reported with the text shown', () => {
    const seen = readHtml(
      '<a href="https://evil.example/login">your <b>bank</b></a><a href=https://x.example>https://x.example/</a><form action="/f"><input type=password></form>',
    )
    expect(seen.links).toEqual([
      { href: 'https://evil.example/login', text: 'your bank' },
      { href: 'https://x.example', text: '' },
      { href: '/f', text: '' },
    ])
    expect(seen.hasForm).toBe(true)
  })
})

describe('sanitized HTML', () => {
  it.each([
    ['<script>alert(1)</script>ok', 'ok'],
    ['<img src=x onerror=alert(1)>', '<img />'],
    ['<a href="javascript:alert(1)">x</a>', '<a rel="noopener noreferrer nofollow">x</a>'],
    [
      '<a href="https://example.org/" target=_top onclick=x>x</a>',
      '<a href="https://example.org/" rel="noopener noreferrer nofollow">x</a>',
    ],
    ['<img src="https://tracker.example/x.gif" srcset="y 2x" alt="">', '<img alt="" />'],
    ['<img src="cid:logo" width="10">', '<img width="10" src="cid:logo" />'],
    ['<img src="data:image/svg+xml;base64,AAAA">', '<img />'],
    [
      '<p style="background:url(https://t.example/);color:red;position:fixed">x</p>',
      '<p style="color:red">x</p>',
    ],
    [
      '<style>@import "https://t.example/";</style><link rel=stylesheet href=x><meta http-equiv=refresh content="0;url=x"><base href=x>x',
      'x',
    ],
    ['<form action=x><input name=y><button>z</button></form>x', 'x'],
    [
      '<iframe src=x>y</iframe><object data=x>y</object><svg><script>1</script></svg><math><mi>y</mi></math>x',
      'x',
    ],
    ['<body background=x><table background=y><tr><td>x</table>', '<table><tr><td>x</td></tr></table>'],
  ])('of %s', (html, safe) => expect(sanitizeHtml(html)).toBe(safe))

  it('has no scripts, handlers or remote loads, whatever goes in', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '/',
      ' ',
      '=',
      'script',
      '<a href="',
      '<p style="',
      '<img src="',
      '<svg><style>',
      '<td title="',
      'svg',
      'style',
      'img',
      'a',
      'on',
      'onload=',
      'src=',
      'href=',
      'javascript:',
      'http://x/',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<math>',
      '<noscript>',
      '</p>',
      '&lt;',
      '&#x',
      'url(',
      'x',
      '\u0000',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const safe = sanitizeHtml(pieces.join(''))
        expect(sanitizeHtml(safe)).toBeTypeOf('string')
        const tags = safe.match(/<[^>]*>/g) ?? []
        for (const tag of tags) {
          expect(tag).toMatch(/^<\/?[a-z][a-z0-9]*(?:\s+[a-z-]+="[^"<>]*")*\s*\/?>$/)
          // Words for people may be any: they lead nowhere.
          const bare = tag.replace(/\s(?:title|alt)="[^"<>]*"/g, '')
          expect(bare).not.toMatch(
            /^<(?:script|style|svg|math|iframe|form|input|noscript)|\son[a-z]+=|\ssrc="http|javascript:/,
          )
        }
      }),
    )
  })
})
