import type * as z from 'zod/mini'
import { withCheckSuffix } from '@/lib/domain/values/record-id'
import { isSealed } from '@/lib/domain/values/sealed'
import type { Violation } from '@/lib/domain/values/violation'
import type { AnySectionName, SectionDraft } from './draft'
import { cleanValue } from './fields'
import {
  type Application,
  accountSchema,
  contactSchema,
  type Draft,
  merchantSchema,
  optionsSchema,
} from './sections'
import { checkUpdatePlan, type ItemEffect, type ListSection } from './update-plan'

/**
 * An application that the partner had before the desk did, added here by its record IDs. The desk does not know
 * what the partner holds, so an update sends only what someone filled in. Interface, "Create or update a
 * sub-merchant application": an update names both IDs; its other members may be left out.
 */

/** The desk's IDs of the items whose record ID at the partner is known. */
export type Adopted = Readonly<Record<ListSection, readonly string[]>>

/**
 * The section's violations, without those that do not apply to an adopted application. A missing value is a
 * violation only where the update would create the record; in a record that the partner already has, a blank leaves
 * the partner's value unchanged. So a known contact without roles has unknown ones, and nothing follows from not having
 * a role.
 */
export function ofAdopted(
  section: AnySectionName,
  draft: SectionDraft,
  violations: readonly Violation[],
  adopted: Adopted,
): Violation[] {
  return violations.flatMap((violation) => {
    const { code, path, rule } = violation
    const [, , index, field] = path.split('.')
    const item = itemsOf(draft)[Number(index)]
    const isKnown =
      item !== undefined &&
      (section === 'contacts' || section === 'accounts') &&
      adopted[section].includes(String(item.id))
    // Rule 6 adds up the shares of all, whatever their roles.
    if (code === 'ownership' && rule !== 6 && isKnown && isBlank(item.roles)) return []
    if (code !== 'required') return [violation]
    if (rule === 1) return [{ ...violation, message: NO_CONTACT }]
    if (!item || (section !== 'contacts' && section !== 'accounts')) return []
    return !isKnown || (field !== undefined && isSecondEntry(item, field)) ? [violation] : []
  })
}

const NO_CONTACT =
  'Add a contact: the partner takes no update without one. If it has the person already, enter their record ID before you submit.'

const itemsOf = (draft: SectionDraft): readonly Record<string, unknown>[] =>
  'items' in draft ? (draft.items as readonly Record<string, unknown>[]) : []

/** A value that is typed twice needs its second entry as soon as the first is filled in. */
const isSecondEntry = (item: Record<string, unknown>, field: string): boolean => {
  const first = /^(.*)Again$/.exec(field)?.[1]
  return first !== undefined && !isBlank(item[first])
}

const isBlank = (value: unknown): boolean =>
  isSealed(value)
    ? false
    : Array.isArray(value)
      ? value.length === 0
      : typeof value === 'string'
        ? value.trim() === ''
        : value == null

type Shape = Readonly<Record<string, z.core.$ZodType>>

/** The cleaned values of a section or an item. Blank values are null, even if they are required. */
const cleanEach = (shape: object, record: object): Record<string, unknown> => {
  const typed: ReadonlyMap<string, unknown> = new Map(Object.entries(record))
  return Object.fromEntries(
    Object.entries(shape as Shape).map(([name, schema]) => [
      name,
      cleanValue(schema as Parameters<typeof cleanValue>[0], typed.get(name)),
    ]),
  )
}

/**
 * The application to send once nothing blocks it. Every contact is sent, even if only with its ID: the interface
 * requires at least one ("lstContact") and judges owners by the list. An account with nothing filled in is left
 * out.
 */
export function toAdoptedApplication(draft: Draft): Application {
  const accounts = draft.accounts.items.map((item) => cleanEach(accountSchema.shape, item))
  return {
    merchant: cleanEach(merchantSchema.shape, draft.merchant),
    contacts: {
      nobodyOwns25: draft.contacts.nobodyOwns25,
      items: draft.contacts.items.map((item) => cleanEach(contactSchema.shape, item)),
    },
    accounts: { items: accounts.filter(isFilled) },
    options: cleanEach(optionsSchema.shape, draft.options),
    // Each section's own schema cleaned its members.
  } as Application
}

const isFilled = ({ id: _, ...fields }: Record<string, unknown>): boolean =>
  Object.values(fields).some((value) => value !== null)

/** Everything in the plan that blocks or questions sending an update. */
export const checkPlan = (plan: readonly ItemEffect[], adopted: Adopted | null): Violation[] => [
  ...checkUpdatePlan(plan),
  ...(adopted ? checkAdoptedPlan(plan) : []),
]

/** Warns about items that the update would create: the partner may already have them. */
export const checkAdoptedPlan = (plan: readonly ItemEffect[]): Violation[] =>
  (['contacts', 'accounts'] as const).flatMap((section) =>
    plan
      .filter((item) => item.section === section && item.effect !== 'left')
      .flatMap(({ effect, name }, index): Violation[] =>
        effect === 'create'
          ? [
              {
                path: `${section}.items.${index}`,
                code: 'duplicate',
                message: `This update creates a new record for ${name}. If the partner has one already, enter its record ID before you submit.`,
                severity: 'warning',
              },
            ]
          : [],
      ),
  )

export type AdoptedIdKind = 'opportunity' | 'account' | 'contact' | 'checking account'

export const ADOPTED_ID_NAMES: Readonly<Record<AdoptedIdKind, string>> = {
  opportunity: 'an opportunity',
  account: 'an account',
  contact: 'a contact',
  'checking account': 'a checking account',
}

/** ID prefixes of the partner's platform. Those of checking accounts differ by organization. */
const USUAL_PREFIXES: Readonly<Partial<Record<AdoptedIdKind, string>>> = {
  opportunity: '006',
  account: '001',
  contact: '003',
}

export type AdoptedIdReading =
  | { ok: true; id: string; doubts: readonly string[] }
  | { ok: false; message: string }

/**
 * Reads an ID as typed and expands 15 characters to the 18-character form (interface, "Opp fields": 15 to 18
 * alphanumeric). Anything unusual is only a warning: only the partner knows its IDs.
 */
export function readAdoptedId(kind: AdoptedIdKind, typed: string): AdoptedIdReading {
  const id = typed.trim()
  if (!/^[A-Za-z0-9]{15,18}$/.test(id)) {
    return { ok: false, message: `Enter the 15 to 18 letters and digits of ${ADOPTED_ID_NAMES[kind]}’s ID.` }
  }
  const prefix = USUAL_PREFIXES[kind]
  const other = Object.entries(USUAL_PREFIXES).find(
    ([name, start]) => name !== kind && id.startsWith(start),
  )?.[0] as AdoptedIdKind | undefined
  return {
    ok: true,
    id: id.length === 15 ? withCheckSuffix(id) : id,
    doubts: [
      ...(other ? [`${id} looks like the ID of ${ADOPTED_ID_NAMES[other]}.`] : []),
      ...(!other && prefix && !id.startsWith(prefix)
        ? [`The ID of ${ADOPTED_ID_NAMES[kind]} usually begins with ${prefix}; ${id} does not.`]
        : []),
      ...(id.length === 18 && withCheckSuffix(id.slice(0, 15)) !== id
        ? [`The last three characters of ${id} do not fit the others: one may be mistyped.`]
        : []),
      ...(id.length === 16 || id.length === 17
        ? [`${id} has ${id.length} characters; most IDs have 15 or 18.`]
        : []),
    ],
  }
}

/** Two IDs name the same record if their first 15 characters match; the rest is a checksum. */
export const isSameRecord = (one: string, other: string): boolean => one.slice(0, 15) === other.slice(0, 15)
