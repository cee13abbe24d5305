import { z } from 'zod'
import { applicationList } from '@/lib/domain/application/list-query'
import { nameInRow } from '@/lib/domain/application/name-in-row'
import { DeskError } from '@/lib/errors'
import { type ApplicationListItem, listApplications } from '@/lib/server/applications/list'
import type { Ctx } from '@/lib/server/services'

/** As many as fit a glance; the list of applications has the rest. */
export const FOUND_AT_MOST = 8

/** Longer than any name that could be found. */
const MAX_LENGTH = 255

const searchSchema = z.object({ text: z.string().transform((text) => text.slice(0, MAX_LENGTH)) })
export type ApplicationSearch = z.infer<typeof searchSchema>

/** The body of a search request. Throws `invalid` for anything else. */
export function readSearch(body: unknown): ApplicationSearch {
  const { data } = searchSchema.safeParse(body)
  if (!data) throw new DeskError('invalid')
  return data
}

/** What the command palette shows of an application: number, names and status, and never a tax ID or SSN. */
export type FoundApplication = Pick<
  ApplicationListItem,
  'id' | 'number' | 'legalName' | 'dbaName' | 'status' | 'statusBeforeRevision'
>
/** `more`: the list has others. */
export type FoundApplications = { items: FoundApplication[]; more: boolean }

/** The first applications that the list finds for this text, latest change first; none for a blank text. */
export async function searchApplications(
  ctx: Pick<Ctx, 'db' | 'actor' | 'now'>,
  { text }: ApplicationSearch,
): Promise<FoundApplications> {
  if (text.trim() === '') return { items: [], more: false }
  const rows = await listApplications(ctx, { ...applicationList.all, search: text }, FOUND_AT_MOST + 1)
  return {
    items: rows
      .slice(0, FOUND_AT_MOST)
      .map(({ id, number, legalName, dbaName, status, statusBeforeRevision }) => ({
        id,
        number,
        legalName: nameInRow(legalName),
        dbaName: nameInRow(dbaName),
        status,
        statusBeforeRevision,
      })),
    more: rows.length > FOUND_AT_MOST,
  }
}
