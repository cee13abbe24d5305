import { DateTime } from '@/components/ui/date-time'
import { Panel } from '@/components/ui/panel'
import type { RefusedFile } from '@/lib/server/documents/loaders'

/** Files that someone tried to add and the desk refused. */
export function RefusedFiles({ files }: { files: readonly RefusedFile[] }) {
  if (files.length === 0) return null
  return (
    <Panel
      title={`Refused files (${files.length})`}
      description="Not kept, and not sent to the partner."
      flush
    >
      <ul>
        {files.map(({ id, name, why, by, at }) => (
          <li key={id} className="border-b border-line px-4 py-2.5 last:border-b-0">
            <p className="font-medium wrap-anywhere">
              <bdi>{name}</bdi>
            </p>
            <p className="text-sm break-words">{why}</p>
            <p className="text-sm text-muted">
              <bdi>{by}</bdi>, <DateTime at={at} />
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
