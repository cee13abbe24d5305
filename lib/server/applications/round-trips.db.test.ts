import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { settings } from '@/lib/db/schema/desk'
import type { ApplicationKind } from '@/lib/domain/application/kind'
import type { PartnerClient } from '@/lib/partner/client'
import type { Ctx } from '@/lib/server/services'
import { changeDraft, submitAsReviewed, submittableDraft } from '@/lib/testing/applications-at-partner'
import { seedFullApplication } from '@/lib/testing/full-drafts'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'
import { withStatementLog } from '@/lib/testing/statement-log'
import { openTestDesk, seedApplicationDraft, type TestDesk } from '@/lib/testing/test-desk'
import { viewApplication } from './loaders'
import { saveSection } from './mutations'
import { beginRevision } from './revision'
import { submitApplication } from './submission'

/**
 * On a database elsewhere each statement is a round trip. What is counted here is what is left once nothing can be
 * joined: a lock comes before what is read under it, an attempt is committed before it is sent, and documents are looked for once everybody can see where they go.
 */

let sandbox: SandboxProcess
let desk: TestDesk
let ana: Ctx
const log: string[] = []
beforeAll(async () => {
  sandbox = await startSandboxProcess()
  desk = await openTestDesk({ partnerUrl: sandbox.url })
  const person = await desk.as('Ana')
  const { partner } = person
  // The call is among them, so that each side of it is told from the other.
  const told = <T extends PartnerClient['sendApplication']>(send: T) =>
    (async (...given) => {
      const answer = await send(...given)
      log.push('— the call —')
      return answer
    }) satisfies PartnerClient['sendApplication'] as T
  ana = {
    ...person,
    db: withStatementLog(person.db, (statement) => log.push(statement)),
    partner: {
      ...partner,
      sendApplication: told(partner.sendApplication),
      sendFullApplication: told(partner.sendFullApplication),
    },
  }
})
afterAll(async () => {
  await desk.close()
  await sandbox.stop()
})

const statementsOf = async (run: () => Promise<unknown>): Promise<string[]> => {
  log.length = 0
  await run()
  return [...log]
}

const BEFORE = [
  'begin',
  'select applications for no key update',
  // The draft, what the partner has of it, and what underwriting has handled, in one.
  'select applications',
  'insert partner_attempts + update applications + insert audit_log',
  'commit',
]

describe('a submission asks the database', () => {
  const seed: Record<ApplicationKind, () => Promise<string>> = {
    payfac: () => seedApplicationDraft(ana, submittableDraft()),
    full: () => seedFullApplication(ana),
  }
  const versions = { merchant: 1, contacts: 1, accounts: 1, options: 1 }

  test.each([
    ['payfac', versions, ' + insert sent_sections'],
    ['full', { ...versions, pricing: 1 }, ''],
  ] as const)(
    '%s: three times before it is sent, three times afterwards, and commits twice',
    async (kind, reviewed, kept) => {
      const applicationId = await seed[kind]()
      const submitted = () => submitApplication(ana, { applicationId, versions: reviewed })
      expect(await statementsOf(submitted)).toEqual([
        ...BEFORE,
        '— the call —',
        'begin',
        'select partner_attempts for update',
        `update partner_attempts + update applications${kept} + insert application_records + insert audit_log`,
        'commit',
        'select documents',
      ])
    },
  )

  test('and reads the rules of underwriting under its lock: another process may just have changed them', async () => {
    const applicationId = await seed.payfac()
    await desk.services.db.insert(settings).values({ key: 'underwriting', value: { precheck: 'required' } })
    expect(await submitAsReviewed(ana, applicationId)).toMatchObject({
      ok: false,
      violations: [{ path: 'underwriting', severity: 'error' }],
    })
    await desk.services.db.delete(settings)
    expect(await submitAsReviewed(ana, applicationId)).toEqual({ ok: true, status: 'submitted' })
  })

  test('an update: as often', async () => {
    const applicationId = await seed.payfac()
    await submitApplication(ana, { applicationId, versions })
    await beginRevision(ana, { applicationId })
    await changeDraft(ana, applicationId, ({ options }) => ({
      options: { ...options, refundPolicy: 'Exchanges only' },
    }))
    const reviewed = { ...versions, options: 2 }
    const sent = await statementsOf(() => submitApplication(ana, { applicationId, versions: reviewed }))
    expect(sent.slice(0, sent.indexOf('— the call —'))).toEqual(BEFORE)
  })
})

describe('a save', () => {
  let applicationId: string
  beforeEach(async () => {
    applicationId = await seedApplicationDraft(ana, submittableDraft())
  })
  /** As a page saves it: what it does not show in clear it gives back as the stand-in that it has. */
  async function save(change: { website?: string; taxId?: string }): Promise<string[]> {
    const { draft } = await viewApplication(ana, applicationId)
    return statementsOf(() =>
      saveSection(ana, {
        applicationId,
        section: 'merchant',
        baseVersion: 1,
        data: { ...draft.merchant, ...change },
      }),
    )
  }
  const FINGERPRINTS = [
    // What was not compared for anyone yet stays so.
    'select identity_fingerprints',
    'delete identity_fingerprints',
    'insert identity_fingerprints',
    // Who else has one: a statement by itself, whatever is in it.
    expect.stringMatching(/^\s*with own as/),
    // What is compared for this person, within their limit: looked for, and once more in their turn.
    'select identity_fingerprints',
    'select identity_fingerprints',
    'update identity_fingerprints',
  ]

  test('that changes no identity leaves the fingerprints alone', async () => {
    expect(await save({ website: 'https://other.example' })).not.toEqual(
      expect.arrayContaining([expect.stringContaining('identity_fingerprints')]),
    )
  })

  test('that changes one replaces them, and asks who else has it', async () => {
    const statements = await save({ taxId: '98-7654321' })
    expect(statements.filter((statement) => statement.includes('identity_fingerprints'))).toEqual(
      FINGERPRINTS,
    )
  })
})
