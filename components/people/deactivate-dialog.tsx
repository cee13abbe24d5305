'use client'

import { ActionDialog } from '@/components/dialogs/action-dialog'
import { SelectInput } from '@/components/dialogs/action-fields'
import { deactivatePersonInput } from '@/lib/domain/access/inputs'
import { deactivatePersonAction } from '@/lib/server/people/actions'
import type { PeopleView, PersonView } from '@/lib/server/people/views'

export default function DeactivateDialog({
  person,
  view,
  onClose,
  onDone,
}: {
  person: PersonView
  view: Pick<PeopleView, 'underwriters' | 'onboarding'>
  onClose: () => void
  onDone: (title: string, text?: string) => void
}) {
  const { cases, applications } = person.work
  const others = (people: readonly { id: string; name: string }[]) =>
    people.filter(({ id }) => id !== person.id).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <ActionDialog
      title={
        <>
          Deactivate <bdi>{person.name}</bdi>
        </>
      }
      description="They are signed out everywhere at once and cannot sign in. Links and proposals they made are void. Their history stays."
      confirm="Deactivate"
      danger
      schema={deactivatePersonInput}
      values={{ personId: person.id, version: person.version, casesTo: '', applicationsTo: '' }}
      action={deactivatePersonAction}
      onDone={() => onDone(`${person.name} was deactivated`)}
      onClose={onClose}
    >
      {cases > 0 && (
        <SelectInput
          name="casesTo"
          label={`${cases} claimed ${cases === 1 ? 'case' : 'cases'}`}
          hint="A case whose application the new person worked on goes back to the queue."
          options={[{ value: '', label: 'Back to the queue' }, ...others(view.underwriters)]}
        />
      )}
      {applications > 0 && (
        <SelectInput
          name="applicationsTo"
          label={`${applications} assigned ${applications === 1 ? 'application' : 'applications'}`}
          options={[{ value: '', label: 'Unassigned' }, ...others(view.onboarding)]}
        />
      )}
      {cases + applications === 0 && (
        <p className="text-sm text-muted">No cases or applications are assigned to them.</p>
      )}
    </ActionDialog>
  )
}
