import { expect, test } from 'vitest'
import { readableBody } from './readable-body'

test('JSON is indented', () => {
  expect(readableBody('{"a":[1]}', 'application')).toBe('{\n  "a": [\n    1\n  ]\n}')
})

test('a token request has one decoded field per line', () => {
  expect(readableBody('grant_type=password&username=api%2Bdesk%40sandbox.test&password=••••', 'token')).toBe(
    'grant_type = password\nusername = api+desk@sandbox.test\npassword = ••••',
  )
})

test.each(['{"a":[1…', 'a=1&b=2', '', '<html>'])('%j of another endpoint is unchanged', (text) => {
  expect(readableBody(text, 'application')).toBe(text)
})
