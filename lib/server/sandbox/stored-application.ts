import { z } from 'zod'
import { HIDDEN, maskRequestText } from '@/lib/partner/mapping/mask'
import { parseJson } from '@/lib/partner/mapping/parse-json'
import type { ControlStoredOpportunity } from './controls'

export type FieldValue = string | number | boolean | null

/** One record of an application, under the body's member that it came in (`lstContact`). */
export type StoredRecord = {
  member: string
  id: string | null
  fields: { name: string; value: FieldValue }[]
}

/** What the sandbox holds of an application, fit to be shown: identity values are masked in it. */
export type StoredApplication = {
  id: string
  accountId: string
  kind: string | null
  stage: string
  createdAt: string
  updatedAt: string
  title: string
  records: StoredRecord[]
  attachments: ControlStoredOpportunity['attachments']
  /** Each body as it was received, oldest first, as JSON text. */
  received: string[]
}

const recordSchema = z.record(z.string(), z.unknown())

/** Masks by the partner's field names, before anything leaves the server. */
export function maskStoredApplication(held: ControlStoredOpportunity): StoredApplication {
  const { id, accountId, kind, stage, createdAt, updatedAt, attachments, received, ...members } = held
  return {
    id,
    accountId,
    kind: kind ?? null,
    stage,
    createdAt,
    updatedAt,
    title: titleOf(held.Mer),
    records: Object.entries(members).flatMap(([member, value]) =>
      recordsOf(value).map((record) => maskRecord(member, record)),
    ),
    attachments,
    received: received.map((body) => maskRequestText(JSON.stringify(body))),
  }
}

/** One object, or the objects of a list. */
function recordsOf(value: unknown): Record<string, unknown>[] {
  const list = Array.isArray(value) ? value : [value]
  return list.flatMap((item) => {
    const record = recordSchema.safeParse(item)
    return record.success ? [record.data] : []
  })
}

const maskRecord = (member: string, { Id: id, ...fields }: Record<string, unknown>): StoredRecord => ({
  member,
  id: typeof id === 'string' ? id : null,
  fields: Object.entries(fields).map(([name, value]) => ({ name, value: maskField(name, value) })),
})

/** Field by field, so that one that cannot be masked hides only itself. */
function maskField(name: string, value: unknown): FieldValue {
  const masked = recordSchema.safeParse(parseJson(maskRequestText(JSON.stringify({ [name]: value }))))
  const shown = masked.success ? masked.data[name] : HIDDEN
  switch (typeof shown) {
    case 'string':
    case 'number':
    case 'boolean':
      return shown
    default:
      return shown === null || shown === undefined ? null : JSON.stringify(shown)
  }
}

const titleOf = ({ Name: name, Legal_Name__c: legalName }: Record<string, unknown>): string =>
  [name, legalName].find((text) => typeof text === 'string' && text !== '')?.toString() ??
  'Untitled application'
