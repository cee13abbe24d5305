import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import { Badge } from '@/components/ui/badge'
import { classNames } from '@/components/ui/class-names'
import type { Tone } from '@/components/ui/tone'
import type { Signal, SignalWeight } from '@/lib/domain/underwriting/signal'
import { partAddress } from './case-status'

export const WEIGHT_TEXTS: Readonly<Record<SignalWeight, { label: string; tone: Tone }>> = {
  serious: { label: 'Serious', tone: 'bad' },
  concern: { label: 'Concern', tone: 'warn' },
  note: { label: 'Note', tone: 'neutral' },
}

const ICONS = {
  serious: { icon: CircleAlert, ink: 'text-bad-ink' },
  concern: { icon: TriangleAlert, ink: 'text-warn-ink' },
  note: { icon: Info, ink: 'text-muted' },
}

/** What an underwriter should look at, why, and which values show it, with links to them. */
export function CaseSignals({ signals }: { signals: readonly Signal[] }) {
  if (signals.length === 0) {
    return <p className="p-4 text-sm text-muted">No signals found. The rules check only what was entered.</p>
  }
  return (
    <ul>
      {signals.map((signal, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a rule may say the same of two people
        <SignalLine key={index} signal={signal} />
      ))}
    </ul>
  )
}

function SignalLine({ signal: { weight, title, why, values } }: { signal: Signal }) {
  const { icon: Icon, ink } = ICONS[weight]
  return (
    <li className="flex gap-2.5 border-b border-line px-4 py-2.5 last:border-b-0">
      <Icon className={classNames('mt-0.5 size-4 shrink-0', ink)} aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
          <h3 className="min-w-0 font-medium break-words">{title}</h3>
          <Badge tone={WEIGHT_TEXTS[weight].tone}>{WEIGHT_TEXTS[weight].label}</Badge>
        </div>
        <p className="text-sm wrap-anywhere text-muted">{why}</p>
        {values.length > 0 && (
          <ul className="mt-1 flex flex-wrap gap-x-4 text-sm">
            {values.map(({ path, label, text }) => (
              <li key={path} className="min-w-0 break-words">
                <a
                  href={path.startsWith('documents') ? partAddress('papers') : `#${path}`}
                  className="rounded-sm text-accent-ink underline decoration-1 underline-offset-2 hover:decoration-2"
                >
                  <bdi>{label}</bdi>
                </a>
                : <bdi>{text}</bdi>
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  )
}
