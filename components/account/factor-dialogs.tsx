'use client'

import { useState } from 'react'
import * as z from 'zod/mini'
import { ActionDialog } from '@/components/dialogs/action-dialog'
import { TextInput } from '@/components/dialogs/action-fields'
import { RecoveryCodes } from '@/components/factors/recovery-codes'
import { SetUpFactor } from '@/components/factors/set-up-factor'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { factorInput, renameFactorInput } from '@/lib/domain/access/factor-inputs'
import {
  removeFactorAction,
  renameFactorAction,
  renewRecoveryCodesAction,
} from '@/lib/server/account/factor-actions'
import type { FactorsView, OwnFactor } from '@/lib/server/account/views'

type Ends = { onClose: () => void; onDone: (title: string, text?: string) => void }

export function AddFactorDialog({
  view,
  hasPassword,
  onClose,
  onDone,
}: { view: FactorsView; hasPassword: boolean } & Ends) {
  const [codes, setCodes] = useState<string[] | null>(null)
  // The state when the dialog opened: the page behind it already shows the new factor.
  const [isFirst] = useState(view.factors.length === 0)
  const finish = () => onDone('Second factor added', 'Your other sessions ended.')
  if (codes) return <CodesDialog codes={codes} onClose={finish} />
  return (
    <Dialog
      open
      onClose={onClose}
      title="Add second factor"
      description="Your other sessions end once it is added."
    >
      <SetUpFactor
        hasPasskeys={view.hasPasskeys}
        needsPassword={isFirst && hasPassword}
        onAdded={(made) => (made ? setCodes(made) : finish())}
      />
    </Dialog>
  )
}

const CodesDialog = ({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) => (
  <Dialog
    open
    onClose={onClose}
    title="Recovery codes"
    footer={
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    }
  >
    <RecoveryCodes codes={codes} />
  </Dialog>
)

export const RenameFactorDialog = ({ factor, onClose, onDone }: { factor: OwnFactor } & Ends) => (
  <ActionDialog
    title="Rename second factor"
    confirm="Rename"
    schema={renameFactorInput}
    values={{ factorId: factor.id, name: factor.name }}
    action={renameFactorAction}
    onDone={() => onDone('Second factor renamed')}
    onClose={onClose}
  >
    <TextInput name="name" label="Name" hint="Such as the device that it is on." />
  </ActionDialog>
)

export const RemoveFactorDialog = ({
  factor,
  isLast,
  onClose,
  onDone,
}: { factor: OwnFactor; isLast: boolean } & Ends) => (
  <ActionDialog
    title={
      <>
        Remove <bdi>{factor.name}</bdi>
      </>
    }
    description={
      isLast
        ? 'Your password alone signs you in afterwards, and your recovery codes stop working. Your other sessions end.'
        : 'It cannot sign you in any more. Your other sessions end.'
    }
    confirm="Remove"
    danger
    schema={factorInput}
    values={{ factorId: factor.id }}
    action={removeFactorAction}
    onDone={() => onDone('Second factor removed')}
    onClose={onClose}
  />
)

const nothing = z.object({})

export function NewCodesDialog({ onClose, onDone }: Ends) {
  const [codes, setCodes] = useState<string[] | null>(null)
  if (codes) return <CodesDialog codes={codes} onClose={() => onDone('Recovery codes renewed')} />
  return (
    <ActionDialog
      title="New recovery codes"
      description="All earlier codes stop working at once."
      confirm="Make new codes"
      schema={nothing}
      values={{}}
      action={renewRecoveryCodesAction}
      onDone={(made) => setCodes(made.codes)}
      onClose={onClose}
    />
  )
}
