'use client'

import { useWatch } from 'react-hook-form'
import { CheckboxField } from '@/components/forms/checkbox-field'
import { contactLabel } from '@/lib/domain/application/fields'
import type { OwnershipGuide } from '@/lib/domain/application/ownership'
import { NO_OWNER_TEXT, ownerAgainst, PRINCIPAL_SHARE_TEXT } from '@/lib/domain/application/principal-share'
import type { Draft } from '@/lib/domain/application/sections'

type ContactsDraft = Draft['contacts']

const ATTESTATION = {
  label: `${NO_OWNER_TEXT} of this business`,
  hint: 'Only when no contact is a principal. You attest this on the merchant’s behalf.',
}

/** Asked only where the ownership may have no principal (rule 8), and none is named. */
export function Attestation({ family }: { family: OwnershipGuide['family'] }) {
  const against = useWatch<ContactsDraft, 'items', ContactsDraft, ReturnType<typeof ownerNamed>>({
    name: 'items',
    compute: ownerNamed,
  })
  const isSaid = useWatch<ContactsDraft, 'nobodyOwns25'>({ name: 'nobodyOwns25' })
  // What was said before stays in sight where it does not belong: it is back once the owner is gone.
  return isSaid || (family === 'private' && !against?.isPrincipal) ? (
    <CheckboxField<ContactsDraft>
      name="nobodyOwns25"
      meta={ATTESTATION}
      off={
        against ? `${isSaid ? 'Was checked, and does' : 'Does'} not count while ${against.who}.` : undefined
      }
    />
  ) : null
}

function ownerNamed(items: ContactsDraft['items']) {
  const owner = ownerAgainst(items)
  if (!owner) return null
  const { index, isPrincipal } = owner
  const who = `${contactLabel(items, index)} ${isPrincipal ? 'is a principal' : `owns ${PRINCIPAL_SHARE_TEXT} or more`}`
  return { isPrincipal, who }
}
