import { accepted } from '../call'
import { revokeTokens } from '../tokens'
import { type ControlSet, control } from './control'

export const TOKEN_CONTROLS: readonly ControlSet[] = [
  {
    path: /^\/tokens\/revoke$/,
    methods: { POST: control({ run: async ({ tx }) => accepted({ revoked: await revokeTokens(tx) }) }) },
  },
]
