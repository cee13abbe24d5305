import { counted } from '@/lib/domain/values/counted'
import type { UpdateView } from '@/lib/server/applications/loaders'

/** The changes of an update, masked as on the page, to read once more before sending. */
export function ChangeList({ changes }: { changes: UpdateView['differences'] }) {
  return (
    <div className="flex flex-col gap-1">
      <p className="font-medium">{counted(changes.length, 'value changes', 'values change')}</p>
      <dl className="max-h-60 overflow-y-auto rounded-md border border-line text-sm">
        {changes.map(({ path, label, before, after }) => (
          <div key={path} className="border-b border-line px-2.5 py-1.5 break-words last:border-b-0">
            <dt className="text-muted">{label}</dt>
            <dd>
              <bdi>{before || 'Nothing'}</bdi> → <bdi className="font-medium">{after || 'Nothing'}</bdi>
              {after === before && <span className="text-muted"> · changed (hidden)</span>}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
