import * as z from 'zod/mini'
import type { ListName } from '@/lib/domain/application/field'
import { MEMBER_TYPES } from '@/lib/domain/application/full-sections'
import { lineItemTemplateSchema } from '@/lib/domain/application/line-item-template'
import { SETTING_NAMES, SETTINGS } from './settings'
import { VALUE_LISTS } from './value-lists'

/**
 * The commands of Settings. `base` is what the form started from: where something else is stored by now, nothing is
 * saved.
 */

const anyValues = z.record(z.string(), z.unknown())

export const saveSettingInput = z
  .strictObject({
    name: z.enum(SETTING_NAMES),
    base: anyValues,
    value: anyValues,
    /** The numbers of the batches that this save approves, which someone was told and means. */
    approves: z.optional(z.array(z.int()).check(z.maxLength(10_000))),
  })
  .check(
    z.superRefine(({ name, base, value }, context) => {
      for (const [path, given] of Object.entries({ base, value }))
        for (const issue of SETTINGS[name].stored.safeParse(given).error?.issues ?? [])
          context.addIssue({
            code: 'custom',
            message: issue.message,
            path: [path, ...issue.path],
            input: given,
          })
    }),
  )

const LIST_NAMES: ListName[] = VALUE_LISTS.map(({ name }) => name)
/** What is wrong with the texts is said by the domain; here is only what no form of ours sends. */
const texts = z.array(z.string()).check(z.maxLength(1_000))

export const saveListInput = z.object({ list: z.enum(LIST_NAMES), base: texts, values: texts })

export const saveTemplateInput = z.object({
  /** Null for a new one. */
  base: z.nullable(lineItemTemplateSchema),
  template: z.object({
    id: z.string(),
    kind: z.string(),
    name: z.string(),
    recordType: z.optional(z.string()),
    members: z
      .array(z.object({ name: z.string(), value: z.string(), type: z.optional(z.enum(MEMBER_TYPES)) }))
      .check(z.maxLength(1_000)),
    packages: z.optional(z.array(z.string()).check(z.maxLength(1_000))),
  }),
})

export const removeTemplateInput = z.object({ base: lineItemTemplateSchema })
