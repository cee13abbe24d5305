'use client'

import { useRouter } from 'next/navigation'
import { type FocusEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { FieldPath, FieldPathValue, SetValueConfig, UseFormReturn } from 'react-hook-form'
import { focusField } from '@/components/forms/focus-field'
import type { SectionContext } from '@/lib/domain/application/check'
import type { AnySectionName, SectionDraft } from '@/lib/domain/application/draft'
import type { Violation } from '@/lib/domain/values/violation'
import type { DraftSaver } from './draft-saver'
import {
  foundBySaving,
  READABLE_MS,
  savableSection,
  standInsForOld,
  standInsToTake,
  withFoundBySaving,
} from './section-secrets'
import type { CheckSection } from './use-rules'

/** The delay after the last change before a section is checked, so that typing stays fast. */
const CHECK_MS = 150

const HIDE_EVERY_MS = 5_000

/** The section at the last pause, and its violations once the rules are loaded. */
export type LiveSection<T extends SectionDraft> = { value: T; violations: readonly Violation[] }

/**
 * Connects a section's form to its saver and its rules: saves while it is edited, checks it in pauses and when a
 * field is left, and puts the masks of sealed values into it.
 */
export function useSectionDraft<S extends AnySectionName, T extends SectionDraft<S>>({
  section,
  form,
  saver,
  context,
  rules,
  loadRules,
  mayWrite,
}: {
  section: S
  form: UseFormReturn<T>
  saver: DraftSaver<T>
  context: SectionContext
  rules: CheckSection | null
  loadRules: () => void
  mayWrite: boolean
}): {
  live: LiveSection<T>
  /** Sets a value at a violation's path as if it had been typed. */
  setAt: (path: string, value: unknown) => void
  /** Shows the violations at the path as if its field had been left. */
  touch: (path: string) => void
  onBlur: ((event: FocusEvent) => void) | undefined
} {
  const router = useRouter()
  const [value, setValue] = useState(() => structuredClone(saver.value()))
  const [foundBySave, setFoundBySave] = useState<readonly Violation[]>([])
  const violations = useMemo(() => {
    // The merchant section has the ownership itself.
    const ownership = 'ownership' in value ? value.ownership : context.ownership
    return withFoundBySaving(rules?.(section, value, { ...context, ownership }) ?? [], foundBySave)
  }, [section, value, context, rules, foundBySave])
  const checkTimer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const check = useCallback(() => {
    clearTimeout(checkTimer.current)
    checkTimer.current = undefined
    const now = structuredClone(form.getValues())
    setValue(now)
    const found = foundBySaving(section, now, saver.kept.sent, saver.kept.shown)
    setFoundBySave((before) => (found.length === 0 && before.length === 0 ? before : found))
  }, [form, saver, section])

  const setAt = useCallback(
    (path: string, newValue: unknown, options?: SetValueConfig) => {
      const name = path.slice(section.length + 1)
      // The path comes from the draft, which TypeScript cannot follow.
      form.setValue(name as FieldPath<T>, newValue as FieldPathValue<T, FieldPath<T>>, options)
    },
    [form, section],
  )

  const touch = useCallback(
    (path: string) => {
      // A list or an item has no field of its own.
      if (/\.items(\.\d+)?$/.test(path)) return
      const now: unknown = path
        .split('.')
        .slice(1)
        .reduce<unknown>((part, name) => Reflect.get(Object(part), name), form.getValues())
      setAt(path, now, { shouldTouch: true })
    },
    [form, setAt],
  )

  const takeStandIns = useCallback(
    (sent: T, shown: T) => {
      const list = standInsToTake(section, form.getValues(), sent, shown)
      for (const standIn of list) setAt(standIn.path, standIn.value)
      check()
    },
    [check, form, section, setAt],
  )

  useEffect(() => {
    if (!mayWrite) return
    saver.attach({
      read: (leaving) => savableSection(section, form.getValues(), saver.kept.shown, focusedPath(), leaving),
      takeStandIns,
      change(make) {
        form.reset(make(form.getValues()), { keepTouched: true })
        check()
      },
    })
    const started = Date.now()
    const lastInput = new Map<string, number>()
    const hiding = setInterval(() => {
      const isOld = (path: string) => Date.now() - (lastInput.get(path) ?? started) >= READABLE_MS
      const { sent, shown } = saver.kept
      for (const { path, value: standIn } of standInsForOld(section, form.getValues(), sent, shown, isOld)) {
        const hadFocus = focusedPath() === path
        setAt(path, standIn)
        if (hadFocus) setTimeout(() => focusField(path))
      }
    }, HIDE_EVERY_MS)
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: ({ name }) => {
        loadRules()
        if (name !== undefined) lastInput.set(`${section}.${name}`, Date.now())
        saver.changed()
        clearTimeout(checkTimer.current)
        checkTimer.current = setTimeout(check, CHECK_MS)
      },
    })
    const flush = () => void saver.flush()
    // Another tab was opened, perhaps to look up what is being typed.
    const onHidden = () => document.visibilityState === 'hidden' && void saver.saveNow()
    window.addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      unsubscribe()
      clearInterval(hiding)
      clearTimeout(checkTimer.current)
      window.removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', onHidden)
      // The form was left by "back" or for another page, whose data is older than this save.
      void saver.detach().then((saved) => saved && router.refresh())
    }
  }, [check, form, loadRules, mayWrite, router, saver, section, setAt, takeStandIns])

  const onBlur = (event: FocusEvent) => {
    // The window lost the focus, and the field kept it.
    if (document.activeElement === event.target) return
    if (hasLeft(event, '[data-field]')) {
      if (checkTimer.current !== undefined) check()
      // Saves what was held back while the field had the focus.
      setTimeout(() => saver.changed())
    }
    // Later, because fields write their cleaned value when they are left.
    if (hasLeft(event, 'section')) setTimeout(() => void saver.saveNow())
  }

  return { live: { value, violations }, setAt, touch, onBlur: mayWrite ? onBlur : undefined }
}

/** Whether the focus leaves the part that the selector names, and does not only move inside it. */
function hasLeft({ target, relatedTarget }: FocusEvent, selector: string): boolean {
  const part = target.closest(selector)
  return part !== null && !(relatedTarget instanceof Node && part.contains(relatedTarget))
}

const focusedPath = (): string | null =>
  document.activeElement?.closest<HTMLElement>('[data-field]')?.dataset.field ?? null
