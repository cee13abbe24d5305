import { beforeAll, beforeEach, expect, test } from 'vitest'
import { callbackDeliveries, callbackKeys, callbackReceivers } from '@/lib/db/schema/callbacks'
import { createCallbackIntake } from '@/lib/server/callbacks/intake/intake'
import { watchKeys } from '@/lib/server/callbacks/intake/known-keys'
import { listReceivers } from '@/lib/server/callbacks/receivers/receiver-list'
import { revokeKey } from '@/lib/server/callbacks/receivers/receivers'
import type { ControlProfile } from '@/lib/server/sandbox/controls'
import { DEMO_KEY, DEMO_PROFILE, joinSandbox } from '@/lib/server/sandbox/join'
import type { Ctx } from '@/lib/server/services'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import { seedReceivers } from './seed-receivers'

let desk: TestDesk
let ada: Ctx
beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:9' })
  ada = await desk.as('Ada', ['admin'])
  return () => desk.close()
})
beforeEach(async () => {
  for (const table of [callbackDeliveries, callbackKeys, callbackReceivers])
    await desk.services.db.delete(table)
})

const listed = () => listReceivers(desk.services.db, desk.services.now())
/** A partner's profile, and what was done to it. */
function profileWith(responseUrl: string | null) {
  let profile: ControlProfile = { profileId: DEMO_PROFILE, status: 'active', responseUrl }
  return {
    requireProfile: async () => profile,
    changeProfile: async (_id: string, change: Pick<ControlProfile, 'status' | 'responseUrl'>) => {
      profile = { ...profile, ...change }
      return profile
    },
    address: () => profile.responseUrl,
  }
}

test('the demonstration has a receiver with the key that everybody knows, made once', async () => {
  await seedReceivers(desk.services)
  await seedReceivers(desk.services)
  expect(await listed()).toMatchObject([
    { profileId: DEMO_PROFILE, merchantId: '', keys: [{ state: 'in-use' }] },
  ])
  const keys = await watchKeys(desk.services)
  keys.stop()
  const intake = createCallbackIntake(desk.services, keys, { onStored: () => {} })
  expect(await intake.receive({ key: DEMO_KEY, address: '127.0.0.1', body: Buffer.from('a=1') })).toBe(
    'stored',
  )
})

test('a key that an admin has revoked does not come back with the next start', async () => {
  await seedReceivers(desk.services)
  const keyId = (await listed())[0]?.keys[0]?.id ?? ''
  await revokeKey(ada, { keyId })
  await seedReceivers(desk.services)
  expect((await listed()).flatMap(({ keys }) => keys.map(({ state }) => state))).toEqual(['revoked'])
  const partner = profileWith(null)
  await joinSandbox(desk.services, partner, 'https://desk.example')
  expect(partner.address(), 'and the partner is not sent to it').toBe(null)
})

test('the simulated partner posts to the desk, unless it posts elsewhere already', async () => {
  await seedReceivers(desk.services)
  const [fresh, set] = [profileWith(null), profileWith('https://elsewhere.example/here')]
  for (const partner of [fresh, set]) await joinSandbox(desk.services, partner, 'https://desk.example')
  expect(fresh.address()).toBe(`https://desk.example/webhooks/response-credit-card/${DEMO_KEY}`)
  expect(set.address()).toBe('https://elsewhere.example/here')
})
