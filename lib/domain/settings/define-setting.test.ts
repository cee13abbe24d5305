import { describe, expect, it } from 'vitest'
import { defineSetting } from './define-setting'
import { saveSettingInput } from './inputs'
import { answerRuleInput } from './proposal'
import { choice, count, dollarLimit, flag } from './setting-fields'
import { SETTING_NAMES, settingOf } from './settings'
import { requiredRoles } from './sign-in-rules'

const teaRules = defineSetting({
  key: 'tea',
  group: 'Approvals',
  title: 'Tea',
  intro: '',
  permission: 'admin:settings',
  audit: 'rules-changed',
  fields: {
    isServed: flag({ panel: 'Kitchen', label: 'Serve tea', fallback: true }),
    kind: choice<'green' | 'black'>({
      panel: 'Kitchen',
      label: 'Kind',
      options: [
        { value: 'green', label: 'Green' },
        { value: 'black', label: 'Black' },
      ],
      fallback: 'green',
    }),
    cups: count({ panel: 'Kitchen', label: 'Cups', min: 1, max: 9_999, problem: 'Enter cups.', fallback: 2 }),
    budget: dollarLimit({
      panel: 'Money',
      option: 'Limit the budget',
      label: 'Budget',
      problem: 'Enter the budget.',
      fallback: null,
    }),
  },
})
const FRESH = { isServed: true, kind: 'green', cups: 2, budget: null } as const

describe('a defined setting', () => {
  it('counts by its defaults until somebody decides, also where only a part of it is stored', () => {
    expect(teaRules.read(undefined)).toEqual(FRESH)
    expect(teaRules.read({ cups: 5, gone: 'an older field' })).toEqual({ ...FRESH, cups: 5 })
  })

  it.each([
    [{ ...FRESH, cups: 0 }],
    [{ ...FRESH, budget: '1,000' }],
    [{ ...FRESH, kind: 'white' }],
    [{ ...FRESH, sugar: true }],
    [{ isServed: true }],
  ])('stores nothing that is not as defined: %j', (value) =>
    expect(teaRules.stored.safeParse(value).success).toBe(false),
  )

  it('tells every change in words', () =>
    expect(
      teaRules.changes(FRESH, { isServed: false, kind: 'black', cups: 1_200, budget: '2500.5' }),
    ).toEqual(['Turned off “Serve tea”.', 'Kind: Black.', 'Cups: 1,200.', 'Budget: $2,500.50.']))

  it('says nothing of what stayed, and that a limit was turned off', () => {
    expect(teaRules.changes(FRESH, { ...FRESH })).toEqual([])
    expect(teaRules.changes({ ...FRESH, budget: '5' }, FRESH)).toEqual(['Turned off “Limit the budget”.'])
  })

  it('joins two changes: mine where I typed, theirs everywhere else', () => {
    const base = teaRules.begin(FRESH)
    const mine = { ...base, cups: '3', budget: { on: false, text: '7' } }
    const theirs = { ...base, cups: '4', kind: 'black' as const, budget: { on: true, text: '5' } }
    expect(teaRules.merge(base, mine, theirs)).toEqual({ ...theirs, cups: '3' })
  })
})

describe.each(SETTING_NAMES)('the setting %s', (name) => {
  const setting = settingOf(name)

  it('has defaults that can be stored, shown and read back', () => {
    const fresh = setting.read(undefined)
    expect(setting.stored.parse(fresh)).toEqual(fresh)
    expect(setting.typed.parse(setting.begin(fresh))).toEqual(fresh)
  })

  it('is saved as defined, and as nothing else', () => {
    const fresh = setting.read(undefined)
    expect(saveSettingInput.safeParse({ name, base: fresh, value: fresh }).success).toBe(true)
    expect(saveSettingInput.safeParse({ name, base: fresh, value: {} }).success).toBe(false)
    expect(saveSettingInput.safeParse({ name, base: {}, value: fresh }).success).toBe(false)
    expect(saveSettingInput.safeParse({ name, base: fresh, value: { ...fresh, more: 1 } }).success).toBe(
      false,
    )
  })

  it('is found by its key, and its panels have fields', () => {
    expect(setting.key).toBe(name)
    const used = Object.values(setting.fields).map(({ panel }) => panel)
    for (const panel of Object.keys(setting.panels ?? {})) expect(used).toContain(panel)
  })
})

it('describes differences by label, and each change in a sentence', () => {
  const before = teaRules.read({})
  const after = { ...before, isServed: false, kind: 'black' as const, cups: 1_500, budget: '1234.5' }
  expect(teaRules.differences(before, before)).toEqual([])
  expect(teaRules.changes(before, before)).toEqual([])
  expect(teaRules.differences(before, after)).toEqual([
    { label: 'Serve tea', before: 'On', after: 'Off' },
    { label: 'Kind', before: 'Green', after: 'Black' },
    { label: 'Cups', before: '2', after: '1,500' },
    { label: 'Limit the budget', before: 'Off', after: '$1,234.50' },
  ])
  expect(teaRules.changes(after, { ...after, isServed: true, budget: null })).toEqual([
    'Turned on “Serve tea”.',
    'Turned off “Limit the budget”.',
  ])
  expect(teaRules.changes(before, after)[0]).toBe('Turned off “Serve tea”.')
})

it('a second factor is required only for the selected roles', () => {
  const none = { onboarding: false, underwriter: false, finance: false, admin: false, auditor: false }
  expect(requiredRoles(none)).toEqual([])
  expect(requiredRoles({ ...none, admin: true, finance: true })).toEqual(['finance', 'admin'])
})

it('the answer to a proposal is consent, decline or withdraw', () => {
  for (const answer of ['consent', 'decline', 'withdraw', 'other'])
    expect(answerRuleInput.shape.answer.safeParse(answer).success).toBe(answer !== 'other')
})
