import { sql } from 'drizzle-orm'
import * as tables from '@/lib/db/schema/sandbox'
import { accepted } from '../call'
import { type ControlSet, control } from './control'

const { sandboxSchema: _, ...ALL } = tables

/** Resets the sandbox: no data, no valid tokens, no faults, and the journal starts at 1 again. */
export const RESET_CONTROLS: readonly ControlSet[] = [
  {
    path: /^\/reset$/,
    methods: {
      POST: control({
        alone: true,
        run: async ({ tx }) => {
          const names = Object.values(ALL).map((table) => sql`${table}`)
          await tx.execute(sql`truncate ${sql.join(names, sql`, `)}`)
          // Only the owner of the tables may use "restart identity".
          await tx.execute(
            sql`select setval(format('%I.%I', schemaname, sequencename), start_value, false) from pg_sequences where schemaname = 'sandbox'`,
          )
          return accepted({ reset: true })
        },
      }),
    },
  },
]
