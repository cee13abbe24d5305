import type { Metadata } from 'next'
import { ConnectionBoard } from '@/components/admin/connection-board'
import { SettingsFrame } from '@/components/admin/settings-frame'
import { Callout } from '@/components/ui/callout'
import { DateTime } from '@/components/ui/date-time'
import { counted } from '@/lib/domain/values/counted'
import { loadConnections } from '@/lib/server/connections/loaders'

export const metadata: Metadata = { title: 'Settings: connections' }

export default async function ConnectionSettingsPage() {
  const { untrustedProxy, ...view } = await loadConnections()
  return (
    <SettingsFrame
      section="connections"
      intro="The endpoints of this desk and whether each one works. The check runs daily and on request, and changes nothing at the partner."
    >
      {untrustedProxy && (
        <div className="mb-4">
          <Callout tone="warn" title="Requests arrive through a proxy that the desk does not trust">
            <code>{untrustedProxy.peer}</code> forwards requests (first seen{' '}
            <DateTime at={untrustedProxy.at} />
            ). If it is your reverse proxy, add it to <code>TRUSTED_PROXIES</code> and restart the desk: until
            then every caller has its address, for sign-in limits, callback allow-lists and the audit log.
          </Callout>
        </div>
      )}
      {view.toIndex > 0 && (
        <div className="mb-4">
          <Callout
            tone="warn"
            title={`${counted(view.toIndex, 'application')} not fully searchable since the upgrade`}
          >
            The desk recalculates the values by which it finds applications and recognizes the same people and
            accounts. Until it has, searches and duplicate checks can miss these. It tries again at least once
            an hour. If the number does not fall, the desk’s log names the applications and the reason.
          </Callout>
        </div>
      )}
      <ConnectionBoard view={view} />
    </SettingsFrame>
  )
}
