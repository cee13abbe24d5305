import { CircleAlert, TriangleAlert } from 'lucide-react'
import type { FocusEventHandler, ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'
import { AboutLinks } from './about-links'
import type { FieldText } from './field-meta'
import type { Finding } from './findings'

/** Props that tie the control to its label, help and findings. */
type ControlProps = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean | undefined
  'aria-required': boolean | undefined
}

type FrameProps = {
  /** The field's path in violations; also the frame's ID, so that an address can end in `#merchant.taxId`. */
  path: string
  meta: FieldText
  required?: boolean
  findings?: readonly Finding[]
  className?: string
  onFocus?: FocusEventHandler
  onBlur?: FocusEventHandler
}

/** Label, control, help, findings. Without state, so that forms without react-hook-form can use it, too. */
export function FieldFrame({
  path,
  meta,
  required = meta.required,
  findings = [],
  labelHidden = false,
  className,
  onFocus,
  onBlur,
  children,
}: FrameProps & {
  /** For fields whose row and column headings already show the label. */
  labelHidden?: boolean
  children: (control: ControlProps) => ReactNode
}) {
  const control = controlProps(path, meta, required, findings)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: watches the focus of the control inside, and is none itself
    <div
      id={path}
      data-field={path}
      className={classNames('flex min-w-0 flex-col gap-1', labelHidden && 'relative', className)}
      onFocus={onFocus}
      onBlur={onBlur}
    >
      <LabelLine partnerName={meta.partnerName} takesNoRoom={labelHidden}>
        <label htmlFor={control.id} className={labelHidden ? 'sr-only' : 'text-sm font-medium'}>
          <LabelText meta={meta} required={required} />
        </label>
      </LabelLine>
      {children(control)}
      <Help path={path} hint={meta.hint} />
      <Findings path={path} findings={findings} />
    </div>
  )
}

/** The same around several controls that answer one question. */
export function GroupFrame({
  path,
  meta,
  required = meta.required,
  findings = [],
  role,
  className,
  onFocus,
  onBlur,
  children,
}: FrameProps & { role?: 'radiogroup'; children: ReactNode }) {
  const control = controlProps(path, meta, required, findings)
  // A plain group can be neither invalid nor required; a group of radio buttons can.
  const state = role && {
    role,
    'aria-invalid': control['aria-invalid'],
    'aria-required': control['aria-required'],
    // A step may start with this group, so it must be focusable.
    tabIndex: -1,
  }
  return (
    <fieldset
      id={path}
      data-field={path}
      aria-describedby={control['aria-describedby']}
      {...state}
      className={classNames('min-w-0 rounded-sm focus-visible:outline-offset-8', className)}
      onFocus={onFocus}
      onBlur={onBlur}
    >
      <legend className="mb-1 w-full">
        <LabelLine partnerName={meta.partnerName}>
          <span className="text-sm font-medium">
            <LabelText meta={meta} required={required} />
          </span>
        </LabelLine>
      </legend>
      <div className="flex flex-col gap-1">
        {children}
        <Help path={path} hint={meta.hint} />
        <Findings path={path} findings={findings} />
      </div>
    </fieldset>
  )
}

function controlProps(
  path: string,
  meta: FieldText,
  required: boolean | undefined,
  findings: readonly Finding[],
): ControlProps {
  const describedBy = [
    meta.hint !== undefined && `${path}-hint`,
    findings.length > 0 && `${path}-findings`,
  ].filter(Boolean)
  return {
    id: `${path}-input`,
    'aria-describedby': describedBy.join(' ') || undefined,
    'aria-invalid': findings.some(({ severity }) => severity === 'error') || undefined,
    'aria-required': required || undefined,
  }
}

/** Marks optional fields and not required ones: most are required, and an asterisk explains nothing. */
function LabelText({ meta, required }: { meta: FieldText; required: boolean | undefined }) {
  return (
    <>
      {meta.label}
      {!required && meta.neededOf === undefined && (
        <span className="font-normal text-faint"> (optional)</span>
      )}
    </>
  )
}

/**
 * The partner's name appears above the label while the pointer is on the label, and not while someone types: it is
 * for whoever talks with the partner. The review lists all of them.
 */
function LabelLine({
  partnerName,
  takesNoRoom = false,
  children,
}: {
  partnerName: string | undefined
  takesNoRoom?: boolean
  children: ReactNode
}) {
  return (
    <div
      className={classNames(
        'group/label flex w-fit max-w-full items-baseline',
        takesNoRoom ? 'absolute end-0 top-0' : 'relative',
      )}
    >
      {children}
      {partnerName && (
        <span
          data-partner-name=""
          className={classNames(
            'partner-name',
            // Covers what is there and ends with the field: in a table, the name is wider than its column.
            takesNoRoom ? 'end-0 bg-surface ps-1' : 'left-0',
          )}
        >
          {partnerName}
        </span>
      )}
    </div>
  )
}

function Help({ path, hint }: { path: string; hint: string | undefined }) {
  return hint === undefined ? null : (
    <p id={`${path}-hint`} className="text-xs text-muted">
      {hint}
    </p>
  )
}

/** The findings under a field or under a list. */
export function Findings({ path, findings }: { path: string; findings: readonly Finding[] }) {
  return findings.length === 0 ? null : (
    <div id={`${path}-findings`} className="flex flex-col gap-0.5">
      {findings.map(({ severity, message, about }) => {
        const Icon = severity === 'error' ? CircleAlert : TriangleAlert
        return (
          <p
            key={message}
            className={classNames(
              'flex gap-1.5 text-sm',
              severity === 'error' ? 'text-bad-ink' : 'text-warn-ink',
            )}
          >
            <Icon className="mt-0.5 size-3.5 shrink-0" aria-hidden="true" />
            <span className="min-w-0 wrap-anywhere">
              <span className="sr-only">{severity === 'error' ? 'Error: ' : 'Warning: '}</span>
              {message} <AboutLinks about={about} />
            </span>
          </p>
        )
      })}
    </div>
  )
}
