import { accepted } from '../call'
import { clearFaults, faultSchema, listFaults, putFault } from '../faults'
import { type ControlSet, control } from './control'

export const FAULT_CONTROLS: readonly ControlSet[] = [
  {
    path: /^\/faults$/,
    methods: {
      GET: control({ run: async ({ tx }) => accepted(await listFaults(tx)) }),
      PUT: control({
        body: faultSchema,
        run: async ({ tx, body }) => {
          await putFault(tx, body)
          return accepted(body)
        },
      }),
      DELETE: control({
        run: async ({ tx }) => {
          await clearFaults(tx)
          return accepted({ cleared: true })
        },
      }),
    },
  },
]
