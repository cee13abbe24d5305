import * as z from 'zod/mini'
import { mergeOrdered } from '@/lib/domain/settings/merge-ordered'
import { sameValueKey } from '@/lib/domain/settings/value-lists'
import type { Problem } from '@/lib/domain/values/problem'
import { LINE_ITEM_KINDS, lineItemSchema, MEMBER_TYPES, type MemberType } from './full-sections'
import { itemId } from './sections'

/**
 * A template from which a line item can be started (product.md, "key and value pairs that an admin can template").
 * Its texts are cleaned: with a new ID, it is a line item as a form holds it.
 */
export const lineItemTemplateSchema = z.object({
  id: itemId,
  kind: z.enum(LINE_ITEM_KINDS),
  name: z.string(),
  recordType: z.optional(z.string()),
  members: z.array(z.object({ name: z.string(), value: z.string(), type: z.optional(z.enum(MEMBER_TYPES)) })),
  /** The packages that it is in. All templates of a package are added together. */
  packages: z.optional(z.array(z.string())),
})
export type LineItemTemplate = z.output<typeof lineItemTemplateSchema>

/** A template as its form holds it: any text. */
export type TypedTemplate = z.input<typeof lineItemSchema> & { packages?: string[] | undefined }

const MAX_TEMPLATES = 100
const MAX_PACKAGES = 10
const MAX_PACKAGE_LENGTH = 80

/**
 * The template to store if nothing is wrong with it. It is checked like a line item, and against the other
 * templates. A problem's path is a member of the template: `name`, `members`, `members.2.name`.
 */
export function readTemplate(
  typed: TypedTemplate,
  all: readonly LineItemTemplate[],
): { template: LineItemTemplate | null; problems: Problem[] } {
  const parsed = lineItemSchema.safeParse(typed)
  const others = all.filter(({ id }) => id !== typed.id)
  const packages = readPackages(typed.packages ?? [], others)
  const problems = [
    ...(parsed.success ? [] : parsed.error.issues.map(problemOf)),
    ...checkAmongOthers(typed, others),
    ...checkPackages(packages),
  ]
  if (!parsed.success || problems.length > 0) return { template: null, problems }
  const { id, kind, name, recordType, members } = parsed.data
  const template = lineItemTemplateSchema.parse({
    id,
    kind,
    name,
    ...(recordType && { recordType }),
    ...(packages.length > 0 && { packages }),
    members: members.map(({ value, ...member }) => ({ ...member, value: value ?? '' })),
  })
  return { template, problems }
}

/** Cleaned, without repetitions, and spelled as in other templates. */
function readPackages(typed: readonly string[], others: readonly LineItemTemplate[]): string[] {
  const known = new Map(packagesOf(others).map(({ name }) => [sameValueKey(name), name]))
  const names = new Map<string, string>()
  for (const text of typed) {
    const name = text.trim().replace(/\s+/g, ' ')
    const key = sameValueKey(name)
    if (key !== '' && !names.has(key)) names.set(key, known.get(key) ?? name)
  }
  return [...names.values()]
}

function checkPackages(packages: readonly string[]): Problem[] {
  if (packages.length > MAX_PACKAGES)
    return [{ path: 'packages', message: `Name at most ${MAX_PACKAGES} packages.` }]
  return packages.some((name) => name.length > MAX_PACKAGE_LENGTH)
    ? [
        {
          path: 'packages',
          message: `Use at most ${MAX_PACKAGE_LENGTH} characters for the name of a package.`,
        },
      ]
    : []
}

export type TemplatePackage = { name: string; templates: LineItemTemplate[] }

/** The packages by name, each with its templates in their order. */
export function packagesOf(templates: readonly LineItemTemplate[]): TemplatePackage[] {
  const packages = new Map<string, TemplatePackage>()
  for (const template of templates) {
    for (const name of template.packages ?? []) {
      const key = sameValueKey(name)
      const known = packages.get(key) ?? { name, templates: [] }
      packages.set(key, { ...known, templates: [...known.templates, template] })
    }
  }
  return [...packages.values()].sort((a, b) => a.name.localeCompare(b.name, 'en-US'))
}

function checkAmongOthers(typed: TypedTemplate, others: readonly LineItemTemplate[]): Problem[] {
  const key = sameValueKey(typed.name)
  const problems: Problem[] = []
  if (key !== '' && others.some(({ name }) => sameValueKey(name) === key)) {
    problems.push({ path: 'name', message: 'Another template has this name. Choose a different name.' })
  }
  if (typed.members.length === 0) {
    problems.push({
      path: 'members',
      message: 'Add at least one field. Only fields are sent to the partner.',
    })
  }
  if (others.length >= MAX_TEMPLATES) {
    problems.push({
      path: 'name',
      message: `There are already ${MAX_TEMPLATES} templates. Remove one first.`,
    })
  }
  return problems
}

const problemOf = ({ path, message }: z.core.$ZodIssue): Problem => ({
  path: path.map(String).join('.'),
  message,
})

/** In the order of a quote: solutions, fees, equipment, each by name. */
export const sortTemplates = (templates: readonly LineItemTemplate[]): LineItemTemplate[] =>
  templates.toSorted(
    (a, b) =>
      LINE_ITEM_KINDS.indexOf(a.kind) - LINE_ITEM_KINDS.indexOf(b.kind) ||
      a.name.localeCompare(b.name, 'en-US'),
  )

type Member = TypedTemplate['members'][number]

/** The changes of a template, one sentence each. */
export function templateChanges(before: TypedTemplate, after: TypedTemplate): string[] {
  const [old, now] = [membersByName(before), membersByName(after)]
  return [
    ...(before.name === after.name ? [] : [`Renamed to “${after.name}”.`]),
    ...(before.kind === after.kind ? [] : [`Changed the kind to ${after.kind}.`]),
    ...(packageText(before) === packageText(after)
      ? []
      : [`Changed the packages to ${packageText(after) || 'none'}.`]),
    ...[...now].flatMap(([name, value]) => {
      const earlier = old.get(name)
      if (earlier === value) return []
      return [`${earlier === undefined ? 'Added' : 'Changed'} ${name}: ${quoted(value)}.`]
    }),
    ...[...old.keys()].filter((name) => !now.has(name)).map((name) => `Removed ${name}.`),
  ]
}

/** As typed in the form: `Retail starter, Restaurant`. */
export const packageText = ({ packages = [] }: Pick<TypedTemplate, 'packages'>): string => packages.join(', ')

const quoted = (value: string): string => (value === '' ? 'no value' : `“${value}”`)

const membersByName = ({ members }: { members: readonly Member[] }) =>
  new Map(members.map(({ name, value }) => [name, value]))

/** Merges two changes of one template. Where both changed the same value, mine is kept. */
export function mergeTemplates(
  base: TypedTemplate,
  mine: TypedTemplate,
  theirs: TypedTemplate,
): TypedTemplate {
  const [origin, left, right] = [membersByName(base), membersByName(mine), membersByName(theirs)]
  const typeOf = (template: TypedTemplate, name: string) =>
    template.members.find((member) => member.name === name)?.type
  const packages = packageText(mine) === packageText(base) ? theirs.packages : mine.packages
  const names = mergeOrdered([...origin.keys()], [...left.keys()], [...right.keys()])
  return {
    id: mine.id,
    name: pick(base.name, mine.name, theirs.name),
    kind: pick(base.kind, mine.kind, theirs.kind),
    ...(packages && packages.length > 0 && { packages }),
    members: names.map((name) => ({
      name,
      value: pick(origin.get(name), left.get(name), right.get(name)) ?? '',
      ...typed(pick(typeOf(base, name), typeOf(mine, name), typeOf(theirs, name))),
    })),
  }
}

const typed = (type: MemberType | undefined): { type?: MemberType } => (type === undefined ? {} : { type })

const pick = <T>(base: T, mine: T, theirs: T): T => (mine === base ? theirs : mine)

/** A new desk's templates. The interface does not show the fields of a line item, so these are examples. */
export const FIRST_TEMPLATES: readonly LineItemTemplate[] = [
  {
    id: 'template-card-processing',
    kind: 'Solution',
    name: 'Card processing',
    members: [
      { name: 'Product_Name__c', value: 'Card processing' },
      { name: 'Quantity__c', value: '1' },
      { name: 'Unit_Price__c', value: '' },
    ],
    packages: ['Countertop starter'],
  },
  {
    id: 'template-monthly-fee',
    kind: 'Fee',
    name: 'Monthly account fee',
    members: [
      { name: 'Product_Name__c', value: 'Monthly account fee' },
      { name: 'Quantity__c', value: '1' },
      { name: 'Unit_Price__c', value: '9.95' },
      { name: 'Billing_Frequency__c', value: 'Monthly' },
    ],
    packages: ['Countertop starter'],
  },
  {
    id: 'template-transaction-fee',
    kind: 'Fee',
    name: 'Transaction fee',
    members: [
      { name: 'Product_Name__c', value: 'Transaction fee' },
      { name: 'Unit_Price__c', value: '0.10' },
      { name: 'Billing_Frequency__c', value: 'Per transaction' },
    ],
    packages: ['Countertop starter'],
  },
  {
    id: 'template-countertop-terminal',
    kind: 'Equipment',
    name: 'Countertop terminal',
    members: [
      { name: 'Product_Name__c', value: 'Countertop terminal' },
      { name: 'Quantity__c', value: '1' },
      { name: 'Unit_Price__c', value: '249.00' },
      { name: 'Billing_Frequency__c', value: 'One-time' },
    ],
    packages: ['Countertop starter'],
  },
]
