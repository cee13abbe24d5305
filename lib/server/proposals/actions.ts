'use server'

import { answerRuleInput } from '@/lib/domain/settings/proposal'
import { routes } from '@/lib/routes'
import { deskAction } from '@/lib/server/action'
import { requireDesk } from '@/lib/server/running-desk'
import { answerProposal } from './answer'

export const answerRuleAction = deskAction(
  'admin:settings',
  answerRuleInput,
  async (ctx, input) => {
    const result = await answerProposal(ctx, input)
    // A receiver's addresses count here at once, and within a second in other processes.
    await requireDesk().refreshCallbackKeys()
    return result
  },
  { revalidates: routes.settings.lists },
)
