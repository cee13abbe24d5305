import { eq } from 'drizzle-orm'
import { applications } from '@/lib/db/schema/applications'
import { users } from '@/lib/db/schema/people'
import { type AnyDraft, kindOf, sectionIn } from '@/lib/domain/application/draft'
import { sectionsOf } from '@/lib/domain/application/section-names'
import type { StepSlug } from '@/lib/domain/application/steps'
import { checklistOf } from '@/lib/domain/underwriting/checklist'
import { DAY_MS } from '@/lib/domain/values/calendar'
import { log } from '@/lib/log'
import { createPartnerClient } from '@/lib/partner/client'
import { assignApplications } from '@/lib/server/applications/assignment'
import { createApplication, markVisited, saveSection } from '@/lib/server/applications/mutations'
import { submitApplication } from '@/lib/server/applications/submission'
import { withdrawApplications } from '@/lib/server/applications/withdrawal'
import { getOpenDraft, requireApplication } from '@/lib/server/drafts/data'
import { type ControlPlace, controlHeaders } from '@/lib/server/sandbox/controls'
import type { Ctx, Services } from '@/lib/server/services'
import { askApplicant } from '@/lib/server/underwriting/ask'
import { claimCase } from '@/lib/server/underwriting/claim'
import { decide } from '@/lib/server/underwriting/decide'
import { handOver } from '@/lib/server/underwriting/hand-over'
import { lookAt } from '@/lib/server/underwriting/look-at'
import { confirmEntry } from '@/lib/server/underwriting/notes'
import { buildFullDraft, buildMerchantDraft } from './merchants'
import { seedDocuments } from './seed-documents'

const COUNT = 60

/** How far each application got; the list is walked over and over. */
const ENDS = [
  'submitted',
  'submitted',
  'draft',
  'submitted',
  'incomplete',
  'refused',
  'submitted',
  'not-sent',
  'submitted',
  'draft',
  'own-underwriting',
  'submitted',
  'partly-accepted',
  'submitted',
  'started',
  'full-submitted',
  'outcome-unknown',
  'full-draft',
  'with-underwriters',
  'claimed',
  'asked',
  'approved',
  'declined',
  'first-decision',
  'withdrawn',
] as const
type End = (typeof ENDS)[number]

const SAME_MERCHANT = { first: 3, again: 43 }

/** Those that the partner does not underwrite, and how far they came with us. */
const OUR_DECISION: readonly End[] = [
  'own-underwriting',
  'with-underwriters',
  'claimed',
  'asked',
  'approved',
  'declined',
  'first-decision',
]

/** What the simulated partner is told to do for the ends that only it can bring about. */
const FAULTS: Partial<Record<End, Record<string, unknown>>> = {
  'partly-accepted': { mode: 'partial' },
  'outcome-unknown': { mode: 'status-after', status: 503 },
  refused: {
    mode: 'status',
    status: 400,
    body: [
      {
        message: 'This tax id belongs to another merchant',
        errorCode: 'DUPLICATE_VALUE',
        fields: ['Mer.Tax_ID__c'],
      },
    ],
  },
}

/**
 * About sixty applications over two months, made by the same use cases that people use, and sent to the
 * partner over HTTP: what the desk shows and what the sandbox holds agree. Once; a crash in between
 * leaves fewer of them.
 */
export async function seedApplications(
  services: Services,
  partnerUrl: string,
  controlToken = '',
): Promise<void> {
  const [some] = await services.db.select({ id: applications.id }).from(applications).limit(1)
  if (some) return
  const staff = await services.db.select().from(users).where(eq(users.active, true))
  const boarding = staff.filter(({ roles }) => roles.includes('onboarding'))
  const underwriters = staff.filter(({ roles }) => roles.includes('underwriter'))
  const startedAt = Date.now()
  for (let n = 0; n < COUNT; n++) {
    const person = boarding[n % boarding.length]
    if (!person) return
    const at = new Date(startedAt - (COUNT - n) * DAY_MS + (n % 9) * 3_600_000)
    const as = (actor: (typeof staff)[number], hoursLater = 0): Ctx => ({
      ...services,
      now: () => new Date(at.getTime() + hoursLater * 3_600_000),
      actor: { ...actor, sessionId: 'demonstration' },
      requestId: 'demonstration',
    })
    const end = ENDS[n % ENDS.length] ?? 'draft'
    const id = await seedApplication(as(person), n, end, {
      address: partnerUrl,
      token: controlToken,
    })
    const underwriter = underwriters[n % underwriters.length]
    if (underwriter) await seedUnderwriting(as(person, 1), as(underwriter, 10), id, end)
    if (end === 'withdrawn') {
      await withdrawApplications(as(person, 2), {
        applicationIds: [id],
        reason: 'The merchant found another.',
      })
    }
    // No one's yet, as what came in from somewhere else is.
    if (n % 9 === 4) {
      await assignApplications(as(person, 3), { rows: [{ applicationId: id, from: person.id }], to: null })
    }
  }
  log.info({ applications: COUNT, ms: Date.now() - startedAt }, 'demonstration data is in place')
}

async function seedApplication(ctx: Ctx, n: number, end: End, sandbox: ControlPlace): Promise<string> {
  const draft = end.startsWith('full-') ? buildFullDraft(n) : buildMerchantDraft(n)
  const { id } = await createApplication(ctx, { kind: kindOf(draft) })
  if (end === 'started') return id
  if (end === 'incomplete') {
    draft.merchant.phone = '555 0100'
    draft.contacts.items = draft.contacts.items.map((contact) => ({ ...contact, roles: [], ssn: '' }))
  }
  if (OUR_DECISION.includes(end) && 'partnerUnderwrites' in draft.options) {
    draft.options.partnerUnderwrites = 'no'
    // Above the limit of the settings two underwriters decide, below it one.
    draft.options.highMonthlyVolume = end === 'first-decision' ? '180000' : '48000'
    draft.options.cardVolume = '40000'
  }
  // One merchant applies twice, and the desk says so.
  if (n === SAME_MERCHANT.again) draft.merchant.taxId = buildMerchantDraft(SAME_MERCHANT.first).merchant.taxId
  await saveAll(ctx, id, draft)
  if (end === 'incomplete') return id
  await look(ctx, id, ['documents', 'review'])
  if (n % 2 === 0) await seedDocuments(ctx, id, n)
  if (end === 'draft' || end === 'full-draft' || end === 'withdrawn' || OUR_DECISION.includes(end)) return id
  const fault = FAULTS[end]
  if (fault) await cause(sandbox, fault)
  const versions = Object.fromEntries(sectionsOf(kindOf(draft)).map((section) => [section, 1]))
  await submitApplication(end === 'not-sent' ? { ...ctx, partner: unreachablePartner() } : ctx, {
    applicationId: id,
    versions,
  })
  return id
}

async function saveAll(ctx: Ctx, applicationId: string, draft: AnyDraft): Promise<void> {
  for (const section of sectionsOf(kindOf(draft))) {
    await look(ctx, applicationId, [section])
    await saveSection(ctx, { applicationId, section, baseVersion: 0, data: sectionIn(draft, section) })
  }
}

async function look(ctx: Ctx, applicationId: string, steps: StepSlug[]): Promise<void> {
  for (const step of steps) await markVisited(ctx, applicationId, step)
}

/** Through the simulation's controls; demonstration data exists only with it. */
async function cause({ address, token }: ControlPlace, fault: Record<string, unknown>): Promise<void> {
  const answer = await fetch(`${address}/control/faults`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', ...controlHeaders(token) },
    body: JSON.stringify({ endpoint: 'application', ...fault }),
  })
  if (!answer.ok) throw new Error(`The simulated partner refused a fault: ${answer.status}.`)
}

/** A partner at an address where no one listens: what is sent there has surely reached no one. */
const unreachablePartner = () =>
  createPartnerClient({
    authUrl: 'http://127.0.0.1:1',
    clientId: 'none',
    clientSecret: 'none',
    username: 'none',
    password: 'none',
    securityToken: '',
    instanceHosts: ['127.0.0.1:1'],
  })

/** With our underwriters: handed over, and from there as far as its end says. */
async function seedUnderwriting(
  staff: Ctx,
  underwriter: Ctx,
  applicationId: string,
  end: End,
): Promise<void> {
  if (!OUR_DECISION.includes(end) || end === 'own-underwriting') return
  const application = await requireApplication(staff.db, applicationId)
  const { versions } = await getOpenDraft(staff.db, staff.sealer, application)
  await handOver(staff, { applicationId, versions, note: 'A new merchant, from the trade fair.' })
  if (end === 'with-underwriters') return
  await claimCase(underwriter, { applicationId })
  if (end === 'asked') {
    const items = [
      { place: 'merchant.website', note: 'The address leads nowhere. Is there another?' },
      { place: 'documents.bank-statement', note: 'The statement of the last three months, please.' },
    ]
    await askApplicant(underwriter, { applicationId, items })
  }
  if (end === 'approved' || end === 'declined' || end === 'first-decision') {
    const outcome = end === 'declined' ? 'decline' : 'approve'
    const { draft, evidence } = await lookAt(underwriter, underwriter.db, application)
    for (const { key } of checklistOf(draft)) {
      await confirmEntry(underwriter, {
        applicationId,
        key,
        done: true,
        reason: 'Seen in person at the branch.',
      })
    }
    await decide(underwriter, {
      applicationId,
      outcome,
      reasons: [outcome === 'approve' ? 'within-policy' : 'identity-not-confirmed'],
      note:
        outcome === 'approve'
          ? 'Its documents were seen in person at the branch; copies follow.'
          : 'The register knows no such person at this address.',
      seen: { versions: evidence.versions, documents: [...evidence.documents] },
    })
  }
}
