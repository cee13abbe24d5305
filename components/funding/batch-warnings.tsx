import { Callout } from '@/components/ui/callout'
import type { WarningGroup } from '@/lib/domain/funding/warning-groups'
import { counted } from '@/lib/domain/values/counted'
import { groupSalesWords } from './group-sales-words'

/** As many of a kind as are read at a glance; the others open below them. */
const AT_A_GLANCE = 3

/** What an approver is to look at, by kind: one that is alone does not hide behind many that are alike. */
export function BatchWarnings({ groups }: { groups: readonly WarningGroup[] }) {
  if (groups.length === 0) return null
  const total = groups.reduce((sum, { count }) => sum + count, 0)
  return (
    <Callout tone="warn" title={counted(total, 'warning')}>
      <ul aria-label="Warnings by kind" className="flex flex-col gap-2">
        {groups.map(({ code, title, count, texts, sales }) => (
          <li key={code}>
            <p className="font-medium">
              {title} ({count.toLocaleString('en-US')})
            </p>
            {sales && <p>{groupSalesWords({ sales })}.</p>}
            <Texts texts={texts.slice(0, AT_A_GLANCE)} />
            {texts.length > AT_A_GLANCE && (
              <details>
                <summary className="w-fit rounded-sm text-accent-ink underline">
                  Show {(texts.length - AT_A_GLANCE).toLocaleString('en-US')} more
                </summary>
                <Texts texts={texts.slice(AT_A_GLANCE)} />
              </details>
            )}
            {count > texts.length && (
              <p className="text-muted">
                and {counted(count - texts.length, 'more row')}, marked in the table
              </p>
            )}
          </li>
        ))}
      </ul>
    </Callout>
  )
}

const Texts = ({ texts }: { texts: readonly string[] }) => (
  <ul className="flex list-disc flex-col gap-1 ps-4">
    {texts.map((text) => (
      <li key={text} className="wrap-anywhere">
        {text}
      </li>
    ))}
  </ul>
)
