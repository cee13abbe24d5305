import { expect, test } from 'vitest'
import type { SettingsLists } from '@/lib/domain/application/field'
import { exampleLists } from '@/lib/testing/example-draft'
import { openListsInUse } from './lists-in-use'

const withRole = (role: string): SettingsLists => ({ ...exampleLists, roles: [role] })

/** A database whose answers come when the test says so. */
function readings() {
  const open: PromiseWithResolvers<SettingsLists>[] = []
  return {
    open,
    read: () => {
      const reading = Promise.withResolvers<SettingsLists>()
      open.push(reading)
      return reading.promise
    },
  }
}

test('a read that ends after a later one takes nothing back', async () => {
  const { open, read } = readings()
  const opening = openListsInUse(read)
  open[0]?.resolve(withRole('old'))
  const lists = await opening
  const [early, late] = [lists.reload(), lists.reload()]
  open[2]?.resolve(withRole('new'))
  await late
  open[1]?.resolve(withRole('old'))
  await early
  expect(lists.current.roles).toEqual(['new'])
})

test('a read that fails leaves the lists as they are, and the next one is taken', async () => {
  const { open, read } = readings()
  const opening = openListsInUse(read)
  open[0]?.resolve(withRole('old'))
  const lists = await opening
  const failing = lists.reload()
  open[1]?.reject(new Error('The database is away.'))
  await expect(failing).rejects.toThrow('away')
  expect(lists.current.roles).toEqual(['old'])
  const next = lists.reload()
  open[2]?.resolve(withRole('new'))
  await next
  expect(lists.current.roles).toEqual(['new'])
})
