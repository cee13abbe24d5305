import { z } from 'zod'
import { accepted, NOT_FOUND, refused } from '../call'
import { ENDPOINT_NAMES } from '../faults'
import { findJournalEntry, listJournal } from '../journal'
import { type ControlSet, control } from './control'

/** `last` limits the list to the newest so many entries, still oldest first. */
const listQuery = z.object({
  since: z.coerce.number().int().min(0).default(0),
  last: z.coerce.number().int().min(1).max(1_000).optional(),
  endpoint: z.enum(ENDPOINT_NAMES).optional(),
})

export const JOURNAL_CONTROLS: readonly ControlSet[] = [
  {
    path: /^\/requests$/,
    methods: {
      GET: control({
        query: listQuery,
        run: async ({ tx, query }) => accepted(await listJournal(tx, query)),
      }),
    },
  },
  {
    path: /^\/requests\/(\d{1,15})$/,
    methods: {
      GET: control({
        run: async ({ tx, id }) => {
          const entry = await findJournalEntry(tx, Number(id))
          return entry ? accepted(entry) : refused(404, NOT_FOUND)
        },
      }),
    },
  },
]
