import { LinkButton } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Link } from '@/components/ui/link'
import { canEdit, STATUS_TEXTS, statusMeaning } from '@/lib/domain/application/status'
import { routes } from '@/lib/routes'
import type { EditedApplication } from './section-step'

/**
 * It was handed over or sent meanwhile: typed text stays visible, and the stored values are on the application's
 * page.
 */
export function LockedCallout({
  application: { id, stage, status, kind },
}: {
  application: EditedApplication
}) {
  const actions = (
    <LinkButton size="small" href={routes.application(id)}>
      Open the application
    </LinkButton>
  )
  return (
    <div className="mb-5">
      {stage?.locked && canEdit(status) ? (
        <Callout tone="warn" title={`The partner has it in stage “${stage.name}”`} actions={actions}>
          In this stage it takes no update, so nothing can be changed here.{' '}
          <Link
            href={routes.applicationStep(id, 'review')}
            className="rounded-sm underline underline-offset-2"
          >
            Discard the update
          </Link>
          , or open the application and ask the partner for its stage again.
        </Callout>
      ) : (
        <Callout
          title={`${STATUS_TEXTS[status].label}: its values can no longer be changed here`}
          actions={actions}
        >
          {statusMeaning(status, kind)}
        </Callout>
      )}
    </div>
  )
}
