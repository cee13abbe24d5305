import { describe, expect, it } from 'vitest'
import { can, ROLES } from '@/lib/domain/access/permissions'
import { SETTING_NAMES, SETTINGS } from '@/lib/domain/settings/settings'
import { routes } from '@/lib/routes'
import type { NavItem } from './nav-links'
import { matchingCommands, type PaletteContext, paletteCommands } from './palette-commands'
import { paletteHint } from './palette-frame'

const ID = '0b5bfb1c-6f0c-4a0e-9d3c-1c2d3e4f5a6b'
const NAV: NavItem[] = [
  { area: 'applications', label: 'Applications', href: routes.applications },
  { area: 'sandbox', label: 'Sandbox', href: routes.sandboxPages.requests },
]
const STEPS = ['merchant', 'contacts', 'pricing', 'review'].map((step) => ({
  id: step,
  label: `The ${step} step`,
  href: routes.applicationStep(ID, step),
}))

const context = (more: Partial<PaletteContext> = {}): PaletteContext => ({
  nav: NAV,
  roles: ['onboarding'],
  pathname: routes.applications,
  steps: null,
  ...more,
})
const idsOf = (groups: ReturnType<typeof paletteCommands>) =>
  groups.flatMap(({ commands }) => commands.map(({ id }) => id))
const offered = (more: Partial<PaletteContext> = {}) => idsOf(paletteCommands(context(more)))

describe('the palette offers', () => {
  it('only the areas of the navigation', () => {
    expect(offered().filter((id) => id.startsWith('area-'))).toEqual(['area-applications', 'area-sandbox'])
    expect(offered({ nav: [] }).filter((id) => id.startsWith('area-'))).toEqual([])
  })

  it.each(ROLES)('a new application of either kind, for %s only with the permission', (role) => {
    const begins = offered({ roles: [role] }).filter((id) => id.startsWith('begin-'))
    expect(begins).toEqual(role === 'onboarding' ? ['begin-payfac', 'begin-full'] : [])
  })

  it('the statement of the merchant whose page it is, and the way back', () => {
    const pathname = routes.merchant('M 1/ü')
    const statement = routes.merchantStatement('M 1/ü')
    const [ofPage] = paletteCommands(context({ roles: ['finance'], pathname }))
    expect(ofPage).toMatchObject({
      heading: 'This merchant',
      commands: [{ id: 'statement', action: { href: statement } }],
    })
    const [ofStatement] = paletteCommands(context({ roles: ['finance'], pathname: statement }))
    expect(ofStatement).toMatchObject({ commands: [{ id: 'merchant', action: { href: pathname } }] })
    expect(offered({ roles: ['underwriter'], pathname })).not.toContain('statement')
    for (const other of [routes.merchants, routes.newMerchant, routes.importMerchants])
      expect(offered({ roles: ['finance'], pathname: other })).not.toContain('statement')
  })

  it.each(ROLES)('statements by the words for them, for %s only with the permission', (role) => {
    const found = (text: string) => idsOf(matchingCommands(paletteCommands(context({ roles: [role] })), text))
    const may = can([role], 'funding:read')
    expect(found('merchant statement').includes('statement-of')).toBe(may)
    expect(found('report').includes('statement-of')).toBe(may)
  })

  it.each(ROLES)('an existing application, for %s only with the permission', (role) => {
    expect(offered({ roles: [role] }).includes('adopt-application')).toBe(role === 'onboarding')
  })

  it.each(ROLES)('the connection check, for %s only with the permission', (role) => {
    expect(offered({ roles: [role] }).includes('connections')).toBe(role === 'admin')
  })

  it.each(ROLES)('the sections of Settings, for %s only with the permission', (role) => {
    const sections = offered({ roles: [role] }).filter((id) => id.startsWith('settings-'))
    const titles = SETTING_NAMES.map((name) => `settings-${SETTINGS[name].title}`)
    if (role === 'admin') expect(sections).toEqual(expect.arrayContaining(titles))
    else expect(sections).toEqual([])
  })

  it.each([
    ['backup', 'settings-Backups'],
    ['invite', 'invite'],
    ['mail', 'invite'],
    ['credentials', 'connections'],
    ['going live', 'connections'],
    ['webhook', 'settings-Forwarding'],
    ['settings', 'settings-Lists'],
  ])('an admin who types “%s” %s', (text, id) => {
    expect(idsOf(matchingCommands(paletteCommands(context({ roles: ['admin'] })), text))).toContain(id)
  })

  it.each(ROLES)('importing applications, for %s only with the permission', (role) => {
    expect(offered({ roles: [role] }).includes('import-applications')).toBe(role === 'onboarding')
    const found = matchingCommands(paletteCommands(context({ roles: [role] })), 'import app')
    expect(idsOf(found)).toEqual(role === 'onboarding' ? ['import-applications'] : [])
  })

  it.each(ROLES)('unfunded sales, for %s only with access to callbacks and batches', (role) => {
    const seesBatches = role === 'finance' || role === 'admin' || role === 'auditor'
    expect(offered({ roles: [role] }).includes('unfunded-sales')).toBe(seesBatches)
  })

  it.each(ROLES)('a payment link, for %s only with the permission', (role) => {
    const mayMakeLinks = role === 'onboarding' || role === 'finance'
    expect(offered({ roles: [role] }).includes('payment-link')).toBe(mayMakeLinks)
  })

  it('nothing that needs a role to somebody with unknown roles', () => {
    expect(offered({ nav: [], roles: ['owner'] })).toEqual([
      'theme-system',
      'theme-light',
      'theme-dark',
      'shortcuts',
      'sign-out',
    ])
  })

  it('on a step, the form’s other steps and its application’s page', () => {
    const pathname = routes.applicationStep(ID, 'contacts')
    const steps = { steps: STEPS, current: 'contacts', go: () => {} }
    expect(offered({ pathname, steps }).slice(0, 4)).toEqual([
      'step-merchant',
      'step-pricing',
      'step-review',
      'result',
    ])
  })

  it("on an application's own page, its values and documents", () => {
    expect(offered({ pathname: routes.application(ID) }).slice(0, 2)).toEqual(['review', 'documents'])
  })

  it.each([
    ['onboarding', ['Review and submit', 'Documents']],
    ['underwriter', ['Review', 'Documents']],
    ['admin', ['Review', 'Documents']],
    ['auditor', ['Review', 'Documents']],
    ['finance', []],
  ])('of it to %s what they can do there: %j', (role, labels) => {
    const [first] = paletteCommands(context({ roles: [role], pathname: routes.application(ID) }))
    const own = first?.heading === 'This application' ? first.commands : []
    expect(own.map(({ label }) => label)).toEqual(labels)
  })

  it('nothing about an application elsewhere', () => {
    for (const pathname of [routes.applications, routes.home, `${routes.applications}/new`]) {
      expect(paletteCommands(context({ pathname })).map(({ heading }) => heading)).toEqual(['Go to', 'Do'])
    }
  })
})

it.each([
  ['everything', ['applications', 'funding', 'callbacks'] as const, 'name, A-1042, B-1031, transaction ID'],
  ['no batches', ['applications', 'callbacks'] as const, 'name, A-1042, transaction ID'],
])('the hint names to whoever reaches %s what they can find', (_, areas, records) => {
  expect(paletteHint(areas.map((area) => ({ area })))).toBe(
    `A page, something to do, or a record: ${records}`,
  )
})

describe('a command is found', () => {
  const found = (text: string) => idsOf(matchingCommands(paletteCommands(context()), text))

  it.each([
    [
      'by the beginning of a word',
      'appl',
      ['area-applications', 'begin-payfac', 'begin-full', 'adopt-application', 'import-applications'],
    ],
    ['by any of its words', 'pricing', ['begin-full']],
    ['by several, in any order', 'full new', ['begin-full']],
    ['in any case, with accents and spaces round it', '  SÁNDBOX ', ['area-sandbox']],
    ['by another word for it', 'log out', ['sign-out']],
    ['not by the middle of a word', 'ndbox', []],
    ['not while one word fits nothing', 'new bakery', []],
    ['not by punctuation alone', "'; --", []],
    ['not by an emoji', '🧁', []],
  ])('%s', (_, text, ids) => {
    expect(found(text)).toEqual(ids)
  })

  it('by a blank text, like all others', () => {
    expect(found('   ')).toEqual(offered())
  })

  it('quickly even for a very long text', () => {
    expect(found('new '.repeat(8_000))).toEqual(['begin-payfac', 'begin-full', 'new-merchant'])
  })
})
