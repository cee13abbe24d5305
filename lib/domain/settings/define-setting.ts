import * as z from 'zod/mini'
import type { AuditAction } from '@/lib/domain/access/audit-action'
import type { Permission } from '@/lib/domain/access/permissions'
import type { Difference } from './proposal'
import type { SettingField } from './setting-fields'

// biome-ignore lint/suspicious/noExplicitAny: each field has types of its own, and only `defineSetting` joins them
type Fields = Readonly<Record<string, SettingField<any, any>>>
type StoredOf<F extends Fields> = { [Name in keyof F]: F[Name]['fallback'] }
type TypedOf<F extends Fields> = { [Name in keyof F]: z.input<F[Name]['typed']> }

/** What the sections of Settings are gathered under, in their order. */
export const SETTING_GROUPS = [
  'Applications',
  'Approvals',
  'Access',
  'Partner and systems',
  'Maintenance',
] as const
export type SettingGroup = (typeof SETTING_GROUPS)[number]

type Definition<F extends Fields> = {
  /** Of its row in the database, of its address, and in the audit log. */
  key: string
  /** Of its section. */
  title: string
  group: SettingGroup
  intro: string
  permission: Permission
  audit: AuditAction
  /** It guards money, people or secrets: where there are two admins, one proposes a change and another consents. */
  guards?: true
  /** What stands below the heading of a panel, before its fields. */
  panels?: Readonly<Record<string, string>>
  fields: F
}

/**
 * What admins decide together, defined once: the page, the form, the check of what was typed, the save, its row in the
 * audit log, what is told of someone else's change, and what counts on a desk where no one has decided anything.
 */
export function defineSetting<F extends Fields>(definition: Definition<F>) {
  const { fields } = definition
  const entries = Object.entries(fields)
  const each = <Value>(take: (field: Fields[string], name: string) => Value) =>
    Object.fromEntries(entries.map(([name, field]) => [name, take(field, name)]))
  const stored = z.strictObject(each(({ stored: schema }) => schema)) as unknown as z.ZodMiniType<StoredOf<F>>
  const kept = z.object(each(({ stored: schema, fallback }) => z._default(schema, fallback)))
  const isSameField = (name: string, one: TypedOf<F>, other: TypedOf<F>): boolean =>
    sameText(fields[name]?.control.kind, one[name], other[name])
  return {
    ...definition,
    /** All of it, as it is stored. */
    stored,
    /** The same as an admin types it. */
    typed: z.object(each(({ typed }) => typed)) as unknown as z.ZodMiniType<StoredOf<F>, TypedOf<F>>,
    /** Of the row in the database; what it does not have yet counts as on a new desk. */
    read: (value: unknown): StoredOf<F> => kept.parse(value ?? {}) as StoredOf<F>,
    begin: (from: StoredOf<F>): TypedOf<F> => each(({ begin }, name) => begin(from[name])) as TypedOf<F>,
    isSame: (one: TypedOf<F>, other: TypedOf<F>): boolean =>
      entries.every(([name]) => isSameField(name, one, other)),
    /** Someone else's change and mine: mine where I changed something, theirs everywhere else. */
    merge: (base: TypedOf<F>, mine: TypedOf<F>, theirs: TypedOf<F>): TypedOf<F> =>
      each((_, name) => (isSameField(name, base, mine) ? theirs : mine)[name]) as TypedOf<F>,
    /** Every value that differs, in words. */
    differences: (before: StoredOf<F>, after: StoredOf<F>): Difference[] =>
      entries.flatMap(([name, { label, control, says }]) =>
        before[name] === after[name]
          ? []
          : [
              {
                label: control.kind === 'limit' ? control.option : label,
                before: says(before[name]),
                after: says(after[name]),
              },
            ],
      ),
    /** Every change, a sentence each. */
    changes: (before: StoredOf<F>, after: StoredOf<F>): string[] =>
      entries.flatMap(([name, { told }]) => (before[name] === after[name] ? [] : [told(after[name])])),
  }
}

export type Setting<F extends Fields = Fields> = ReturnType<typeof defineSetting<F>>
export type SettingOf<S extends { read: (value: unknown) => unknown }> = ReturnType<S['read']>

/** As written; what stands in a limit that is off counts for nothing. */
function sameText(kind: string | undefined, one: unknown, other: unknown): boolean {
  if (kind !== 'limit') return one === other
  const [a, b] = [one, other] as [{ on: boolean; text: string }, { on: boolean; text: string }]
  return a.on === b.on && (!a.on || a.text === b.text)
}
