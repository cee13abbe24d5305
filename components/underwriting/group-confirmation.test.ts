import { expect, test } from 'vitest'
import { groupConfirmation } from './group-confirmation'

const NONE: ReadonlySet<string> = new Set()
const paper = (id: string, isOpened = false) => ({ id, isOpened })
const entry = (key: string, documents: ReturnType<typeof paper>[] | null, doubt: string | null = null) => ({
  key,
  documents,
  doubt,
  confirmation: null,
})
const keys = (entries: readonly { key: string }[]) => entries.map(({ key }) => key)

test('one press confirms entries without documents, or whose documents this person opened', () => {
  const entries = [entry('owners', null), entry('ana', [paper('1', true)]), entry('ben', [paper('2')])]
  const before = groupConfirmation(entries, NONE)
  expect(keys(before.ready)).toEqual(['owners', 'ana'])
  expect(before.unopened).toEqual(['2'])
  const after = groupConfirmation(entries, new Set(['2']))
  expect(keys(after.ready)).toEqual(['owners', 'ana', 'ben'])
  expect(after.unopened).toEqual([])
})

test('a document that two entries wait for is listed once, and all documents of an entry must be opened', () => {
  const both = [paper('1'), paper('2', true)]
  const { together, ready, unopened } = groupConfirmation([entry('a', both), entry('b', both)], NONE)
  expect(keys(together)).toEqual(['a', 'b'])
  expect(ready).toEqual([])
  expect(unopened).toEqual(['1'])
})

test('entries that lack a document or are doubtful are left out', () => {
  const { together, unopened } = groupConfirmation(
    [entry('missing', []), entry('doubt', [paper('1')], 'Not given.')],
    NONE,
  )
  expect(together).toEqual([])
  expect(unopened).toEqual([])
})
