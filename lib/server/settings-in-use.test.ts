import { expect, test } from 'vitest'
import { exampleLists } from '@/lib/testing/example-draft'
import { openSettingsInUse, type SettingsInUse } from './settings-in-use'

const withRole = (role: string): SettingsInUse => ({
  lists: { ...exampleLists, roles: [role] },
  days: { timeZone: 'UTC', cutOffHour: 24 },
})

/** A database whose answers come when the test says so. */
function readings() {
  const open: PromiseWithResolvers<SettingsInUse>[] = []
  return {
    open,
    read: () => {
      const reading = Promise.withResolvers<SettingsInUse>()
      open.push(reading)
      return reading.promise
    },
  }
}

test('a read that ends after a later one takes nothing back', async () => {
  const { open, read } = readings()
  const opening = openSettingsInUse(read)
  open[0]?.resolve(withRole('old'))
  const inUse = await opening
  const [early, late] = [inUse.reload(), inUse.reload()]
  open[2]?.resolve(withRole('new'))
  await late
  open[1]?.resolve(withRole('old'))
  await early
  expect(inUse.current.lists.roles).toEqual(['new'])
})

test('a read that fails leaves the lists as they are, and the next one is taken', async () => {
  const { open, read } = readings()
  const opening = openSettingsInUse(read)
  open[0]?.resolve(withRole('old'))
  const inUse = await opening
  const failing = inUse.reload()
  open[1]?.reject(new Error('The database is away.'))
  await expect(failing).rejects.toThrow('away')
  expect(inUse.current.lists.roles).toEqual(['old'])
  const next = inUse.reload()
  open[2]?.resolve(withRole('new'))
  await next
  expect(inUse.current.lists.roles).toEqual(['new'])
})
