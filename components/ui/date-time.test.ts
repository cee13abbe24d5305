import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DateTime, Day } from './date-time'

const text = (markup: string) => markup.replace(/<[^>]+>/g, '')

test('a time is written in UTC in any machine’s zone', () => {
  const markup = renderToStaticMarkup(createElement(DateTime, { at: '2026-09-20T00:05:09Z', seconds: true }))
  expect(text(markup)).toBe('Sep 20, 2026, 12:05:09 AM UTC')
  expect(markup).toContain('dateTime="2026-09-20T00:05:09Z"')
})

test('a calendar day does not shift', () => {
  expect(text(renderToStaticMarkup(createElement(Day, { day: '2019-04-30' })))).toBe('Apr 30, 2019')
})
