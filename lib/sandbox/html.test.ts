import { expect, it } from 'vitest'
import { html } from './html'

it('text is escaped in content and in attributes, and markup is not escaped twice', () => {
  const name = `<script>alert("x")</script> & 'İ' &amp;`
  const escaped = '&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;İ&#39; &amp;amp;'
  const item = html`<b title="${name}">${name}</b>`
  expect(item.text).toBe(`<b title="${escaped}">${escaped}</b>`)
  expect(html`<p>${item}${[item, item]}${null}</p>`.text).toBe(`<p>${item.text.repeat(3)}</p>`)
})

it('a backslash in a template or in a part stays what it is', () => {
  expect(html`\u0041${'\\n$&'}`.text).toBe('A\\n$&amp;')
})
