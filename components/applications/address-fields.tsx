'use client'

import { MapPin } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { type FieldPath, type FieldValues, useFormContext } from 'react-hook-form'
import { FieldFrame } from '@/components/forms/field-frame'
import { FieldGrid } from '@/components/forms/field-grid'
import type { FieldText } from '@/components/forms/field-meta'
import { type FieldProps, WIDTHS } from '@/components/forms/field-props'
import { useFieldFindings } from '@/components/forms/findings'
import { StateField } from '@/components/forms/state-field'
import { TextField } from '@/components/forms/text-field'
import { useTextRegistration } from '@/components/forms/text-registration'
import { readZip } from '@/lib/domain/values/zip-code'
import { findZipPlace, type ZipPlace } from './find-zip-place'

export type AddressPart = 'street' | 'postalCode' | 'city' | 'state'
export type AddressNames<T extends FieldValues> = Readonly<Record<AddressPart, FieldPath<T>>>

/** The metadata of the address parts, out of the metadata of all fields. */
export const metasOf = <K extends string>(
  metas: Readonly<Record<K, FieldText>>,
  names: Readonly<Record<AddressPart, K>>,
): Record<AddressPart, FieldText> => ({
  street: metas[names.street],
  postalCode: metas[names.postalCode],
  city: metas[names.city],
  state: metas[names.state],
})

/**
 * A US address. The ZIP code comes first because it fills a blank city and state. If something else was typed
 * there, its place is offered.
 */
export function AddressFields<T extends FieldValues>({
  names,
  meta,
  required,
  children,
}: {
  names: AddressNames<T>
  meta: Readonly<Record<AddressPart, FieldText>>
  required?: boolean
  /** Other fields that belong to the address. */
  children?: ReactNode
}) {
  return (
    <FieldGrid>
      <AddressBoxes<T> {...{ names, meta, required }} />
      {children}
    </FieldGrid>
  )
}

/** The same inside a grid with other fields. */
export function AddressBoxes<T extends FieldValues>({
  names,
  meta,
  required,
}: {
  names: AddressNames<T>
  meta: Readonly<Record<AddressPart, FieldText>>
  required?: boolean
}) {
  const zipPlace = useZipPlace(names)
  return (
    <>
      <TextField<T> name={names.street} meta={meta.street} required={required} className="col-span-full" />
      <ZipField<T> name={names.postalCode} meta={meta.postalCode} required={required} zipPlace={zipPlace} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only hears which of its fields was left */}
      <div className="grid grid-cols-[minmax(0,1fr)_8rem] gap-x-5" onBlur={() => void zipPlace.compare()}>
        <TextField<T> name={names.city} meta={meta.city} required={required} />
        <StateField<T>
          name={names.state}
          meta={meta.state}
          required={required}
          width="full"
          // The partner's name is wider than this field and must not reach past the edge of the page.
          className="**:data-partner-name:right-0 **:data-partner-name:left-auto"
        />
      </div>
    </>
  )
}

/** A note under the field. `offer`: the place of the ZIP code if something else was typed. */
type Note = { text: string; offer: ZipPlace | null }

/** The place of the ZIP code, and the note about it. */
function useZipPlace<T extends FieldValues>({ postalCode: name, city, state }: AddressNames<T>) {
  const { getValues, setValue } = useFormContext<FieldValues>()
  const textAt = (field: string) => String(getValues(field) ?? '').trim()
  const [note, setNote] = useState<Note | null>(null)
  // A ZIP code that came with its city and state needs no lookup; one by itself, such as from an imported file,
  // does.
  const [looked, setLooked] = useState(() =>
    textAt(city) === '' || textAt(state) === '' ? '' : textAt(name),
  )

  const compared = useRef(`${textAt(city)}, ${textAt(state)}`)

  function put(field: string, text: string) {
    setValue(field, text, { shouldTouch: true, shouldDirty: true })
    // The focus may already be in the filled field: select its text, so that typing replaces it.
    const box = document.activeElement
    if (box instanceof HTMLInputElement && box.name === field) box.select()
  }

  async function lookUp(typed: string) {
    const read = readZip(typed)
    const zip = read?.zip ?? typed.trim()
    if (zip === looked && !read?.plusFour) return
    setLooked(zip)
    const cut = read?.plusFour ? `Shortened from ${zip}-${read.plusFour} to 5 digits. ` : ''
    setNote(cut === '' ? null : { text: cut, offer: null })
    const place = read && (await findZipPlace(zip))
    // The ZIP code changed meanwhile, or is unknown.
    if (!place || textAt(name) !== zip) return
    if (!fits(place)) setNote(offered(zip, place, cut))
    else if (textAt(city) === '' || textAt(state) === '') {
      if (textAt(city) === '') put(city, place.city)
      if (textAt(state) === '') put(state, place.state)
      setNote({ text: `${cut}Filled in ${place.city}, ${place.state}.`, offer: null })
    }
  }

  function fits(place: ZipPlace): boolean {
    const [hasCity, hasState] = [textAt(city), textAt(state)]
    return (
      (hasCity === '' || hasCity.toLowerCase() === place.city.toLowerCase()) &&
      (hasState === '' || hasState.toUpperCase() === place.state)
    )
  }

  /** After the city or the state changed: says if it is not the ZIP code's, and leaves it as typed. */
  async function compare() {
    const stands = `${textAt(city)}, ${textAt(state)}`
    if (stands === compared.current) return
    compared.current = stands
    const zip = readZip(textAt(name))?.zip
    if (zip === undefined || zip !== looked) return
    const place = await findZipPlace(zip)
    if (!place || textAt(name) !== zip) return
    if (!fits(place)) setNote(offered(zip, place))
    else if (note?.offer) setNote(null)
  }

  function take(place: ZipPlace) {
    put(city, place.city)
    put(state, place.state)
    setNote({ text: `Filled in ${place.city}, ${place.state}.`, offer: null })
  }

  return { note, lookUp, compare, take }
}

const offered = (zip: string, place: ZipPlace, cut = ''): Note => ({
  text: `${cut}${zip} is ${place.city}, ${place.state}.`,
  offer: place,
})

/** Five digits. Leaving the field cuts a ZIP+4 and looks up city and state. */
function ZipField<T extends FieldValues>({
  name,
  meta,
  required,
  zipPlace: { note, lookUp, take },
}: FieldProps<T> & { zipPlace: ReturnType<typeof useZipPlace<T>> }) {
  const { path, findings, onFocus, onBlur } = useFieldFindings(name)
  const registration = useTextRegistration(name, meta)

  return (
    <FieldFrame {...{ path, meta, required, findings, onFocus, onBlur }}>
      {(control) => (
        <>
          <input
            type="text"
            inputMode="numeric"
            autoComplete="off"
            {...control}
            {...registration}
            onBlur={(event) => {
              const typed = event.target.value
              void registration.onBlur(event).then(() => lookUp(typed))
            }}
            className={`control ${WIDTHS.short}`}
          />
          <div role="status" className="flex gap-x-1.5 text-xs text-muted empty:hidden">
            {note && (
              <>
                <MapPin className="mt-px size-3.5 shrink-0" aria-hidden="true" />
                <span>
                  {note.text}{' '}
                  {note.offer && (
                    <button
                      type="button"
                      className="rounded-sm text-accent-ink underline underline-offset-2"
                      onClick={() => {
                        if (!note.offer) return
                        take(note.offer)
                        document.getElementById(control.id)?.focus()
                      }}
                    >
                      Use it
                    </button>
                  )}
                </span>
              </>
            )}
          </div>
        </>
      )}
    </FieldFrame>
  )
}
