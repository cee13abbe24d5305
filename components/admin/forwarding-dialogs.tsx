'use client'

import { useState } from 'react'
import { ActionDialog } from '@/components/dialogs/action-dialog'
import { CheckboxInput, TextInput } from '@/components/dialogs/action-fields'
import { newUuid } from '@/components/shell/new-uuid'
import type { EndpointText } from '@/lib/domain/callbacks/endpoint'
import {
  addEndpointInput,
  changeEndpointInput,
  endpointInput,
  switchEndpointInput,
} from '@/lib/domain/callbacks/inputs'
import {
  addEndpointAction,
  changeEndpointAction,
  renewSecretAction,
  switchEndpointAction,
} from '@/lib/server/callbacks/forwarding/actions'
import type { EndpointView } from '@/lib/server/callbacks/forwarding/endpoint-list'
import { SecretShown } from './forwarding-secret'

/** Adds an endpoint and shows its secret. */
export function AddEndpointDialog({ onClose }: { onClose: () => void }) {
  // One ID for all presses, so that two presses add one endpoint.
  const [endpointId] = useState(newUuid)
  const [made, setMade] = useState<{ label: string; secret: string } | null>(null)
  if (made) return <SecretShown {...made} isNew onClose={onClose} />
  return (
    <ActionDialog
      title="Add an endpoint"
      description="It stays off until you switch it on."
      confirm="Add"
      failed="Couldn’t save"
      size="medium"
      unanswered="try-again"
      schema={addEndpointInput}
      values={{ endpointId, label: '', url: '', innerAllowed: false }}
      action={addEndpointAction}
      onDone={({ secret }, { label }) => (secret === null ? onClose() : setMade({ label, secret }))}
      onClose={onClose}
    >
      <EndpointFields />
    </ActionDialog>
  )
}

export function ChangeEndpointDialog({ endpoint, onClose }: { endpoint: EndpointView; onClose: () => void }) {
  const { label, url, innerAllowed } = endpoint
  const base: EndpointText = { label, url, innerAllowed }
  return (
    <ActionDialog
      title="Change endpoint"
      description="Undelivered messages go to the new address too."
      confirm="Save"
      failed="Couldn’t save"
      size="medium"
      unanswered="try-again"
      schema={changeEndpointInput}
      values={{ endpointId: endpoint.id, base, ...base }}
      action={changeEndpointAction}
      onDone={onClose}
      onClose={onClose}
    >
      <EndpointFields />
    </ActionDialog>
  )
}

export const SwitchOffDialog = ({
  endpoint: { id, label },
  onClose,
}: {
  endpoint: EndpointView
  onClose: () => void
}) => (
  <ActionDialog
    title={
      <>
        Switch “<bdi>{label}</bdi>” off?
      </>
    }
    description="Callbacks received while it is off are never forwarded to it. Queued messages are sent when it is on again."
    confirm="Switch off"
    danger
    unanswered="try-again"
    schema={switchEndpointInput}
    values={{ endpointId: id, active: false }}
    action={switchEndpointAction}
    onDone={onClose}
    onClose={onClose}
  />
)

/** Asks before forwarding is switched on after a failed test. */
export const SwitchOnDialog = ({
  endpoint: { id, label },
  problem,
  onClose,
}: {
  endpoint: EndpointView
  problem: string
  onClose: () => void
}) => (
  <ActionDialog
    title={
      <>
        Switch “<bdi>{label}</bdi>” on after a failed test?
      </>
    }
    description={`${problem}. Callbacks are sent to it from now on, and those that it does not take have to be sent again.`}
    confirm="Switch on anyway"
    danger
    unanswered="try-again"
    schema={switchEndpointInput}
    values={{ endpointId: id, active: true }}
    action={switchEndpointAction}
    onDone={onClose}
    onClose={onClose}
  />
)

export function RenewSecretDialog({
  endpoint: { id, label },
  onClose,
}: {
  endpoint: EndpointView
  onClose: () => void
}) {
  const [secret, setSecret] = useState<string | null>(null)
  if (secret !== null) return <SecretShown label={label} secret={secret} isNew={false} onClose={onClose} />
  return (
    <ActionDialog
      title={
        <>
          Renew the secret of “<bdi>{label}</bdi>”?
        </>
      }
      description="The current secret stops working immediately. Your system rejects messages until it has the new one; each is retried for about half an hour."
      confirm="Renew"
      danger
      schema={endpointInput}
      values={{ endpointId: id }}
      action={renewSecretAction}
      onDone={(made) => setSecret(made.secret)}
      onClose={onClose}
    />
  )
}

const EndpointFields = () => (
  <>
    <TextInput name="label" label="Name" hint="Display name." />
    <TextInput
      name="url"
      type="url"
      label="Address"
      hint="Where messages are posted, such as https://erp.example.com/callbacks."
      autoCapitalize="off"
      spellCheck={false}
      className="font-mono"
    />
    <CheckboxInput
      name="innerAllowed"
      label="Allow private addresses"
      hint="Allows this server, private networks and http, which are rejected otherwise. If there is another admin, they approve it first."
    />
  </>
)
