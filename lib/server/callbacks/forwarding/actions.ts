'use server'

import {
  addEndpointInput,
  changeEndpointInput,
  endpointInput,
  replayFailedInput,
  replayForwardInput,
  switchEndpointInput,
} from '@/lib/domain/callbacks/inputs'
import { routes } from '@/lib/routes'
import { deskAction } from '@/lib/server/action'
import { addEndpoint, changeEndpoint, renewSecret, switchEndpoint, testEndpoint } from './endpoints'
import { countFailed, replayFailed, replayForward } from './replay'

/** The forwarding page, and the pages of events. */
const shown = { revalidates: [routes.settings.forwarding, routes.callbacks] }

export const addEndpointAction = deskAction('admin:settings', addEndpointInput, addEndpoint, shown)
export const changeEndpointAction = deskAction('admin:settings', changeEndpointInput, changeEndpoint, shown)
export const switchEndpointAction = deskAction('admin:settings', switchEndpointInput, switchEndpoint, shown)
export const renewSecretAction = deskAction('admin:settings', endpointInput, renewSecret)
export const testEndpointAction = deskAction(
  'admin:settings',
  endpointInput,
  (ctx, input) => testEndpoint(ctx, input),
  {
    confirmed: false,
    revalidates: routes.settings.forwarding,
  },
)
export const replayForwardAction = deskAction('callbacks:reprocess', replayForwardInput, replayForward, shown)
export const countFailedAction = deskAction('admin:settings', replayFailedInput, countFailed, {
  confirmed: false,
})
export const replayFailedAction = deskAction('admin:settings', replayFailedInput, replayFailed, shown)
