import { z } from 'zod'
import { applicationList } from '@/lib/domain/application/list-query'
import { nameInRow } from '@/lib/domain/application/name-in-row'
import { DeskError } from '@/lib/errors'
import { type ApplicationListItem, listApplications } from '@/lib/server/applications/list'
import type { Ctx } from '@/lib/server/services'

/** As many as a person takes in at a glance; the list shows them all. */
export const FOUND_AT_MOST = 8

/** Longer than any name that could be found. */
const MAX_LENGTH = 255

const searchSchema = z.object({ text: z.string().transform((text) => text.slice(0, MAX_LENGTH)) })
export type ApplicationSearch = z.infer<typeof searchSchema>

/** Throws `invalid` for what is no search. */
export function readSearch(body: unknown): ApplicationSearch {
  const { data } = searchSchema.safeParse(body)
  if (!data) throw new DeskError('invalid')
  return data
}

/** What the command palette shows of an application: its number, its names, its status; never an identity. */
export type FoundApplication = Pick<
  ApplicationListItem,
  'id' | 'number' | 'legalName' | 'dbaName' | 'status' | 'statusBeforeRevision'
>
/** `more`: there are others, which the list shows. */
export type FoundApplications = { items: FoundApplication[]; more: boolean }

/** The first applications that the list finds by this text, latest change first; by a blank text none. */
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
