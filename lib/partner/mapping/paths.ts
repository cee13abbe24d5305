import type { AnySectionName } from '@/lib/domain/application/draft'
import { fullFields } from '@/lib/domain/application/either-fields'
import { type FieldCatalogue, payfacFields } from '@/lib/domain/application/fields'
import type { ApplicationKind } from '@/lib/domain/application/kind'

/**
 * Translates between the partner's paths (`lstContact[1].SSN__c`, on the alias `lstBens[1].SSN__c`) and the desk's
 * form paths (`contacts.items.1.ssn`), using the sections' metadata.
 */

type Paths = { toWirePath: PathMapping; toFormPath: PathMapping }
type PathMapping = (path: string) => string | null

const PATHS: Readonly<Record<ApplicationKind, Paths>> = {
  payfac: pathsOf(payfacFields),
  full: pathsOf(fullFields),
}

/** Null for fields that are never sent. */
export const toWirePath = (formPath: string, kind: ApplicationKind = 'payfac'): string | null =>
  PATHS[kind].toWirePath(formPath)

/** Null if the path names no form field. Accepts a bare `Tax_ID__c`, because the platform often omits the object. */
export const toFormPath = (wirePath: string, kind: ApplicationKind = 'payfac'): string | null =>
  PATHS[kind].toFormPath(wirePath)

function pathsOf({ sections, wireLists, fieldsOf, partnerNameOf }: FieldCatalogue): Paths {
  const singleFields = sections
    .filter((section) => wireLists[section] === undefined)
    .flatMap((section) =>
      fieldsOf(section).map(({ name, meta }) => ({
        formPath: `${section}.${name}`,
        wirePath: meta.partnerName,
      })),
    )
    // Fields that only the desk uses have no partner name.
    .filter(({ wirePath }) => wirePath !== '')

  /** Null for a bare name that does not identify one field: of a list item, or in both `Mer` and `Opp`. */
  function singleFormPath(wirePath: string): string | null {
    const exact = singleFields.find((field) => field.wirePath === wirePath)
    const [bare, ...others] = singleFields.filter((field) => field.wirePath.split('.')[1] === wirePath)
    return exact?.formPath ?? (others.length === 0 ? (bare?.formPath ?? null) : null)
  }

  /** The first field of that name: a confirmation field follows the one it confirms. Staff choose line item names. */
  function itemField(section: AnySectionName, name: string): string | null {
    const field = fieldsOf(section).find(({ meta }) => meta.partnerName === name)
    if (field) return field.name
    return section === 'pricing' && name !== 'attributes' && name !== 'SourceId' ? 'members' : null
  }

  function itemFormPath(
    section: AnySectionName,
    index: string | undefined,
    name: string | undefined,
  ): string | null {
    if (index === undefined) return `${section}.items`
    if (name === undefined) return `${section}.items.${index}`
    const field = itemField(section, name)
    return field === null ? null : `${section}.items.${index}.${field}`
  }

  return {
    toWirePath: partnerNameOf,
    toFormPath: (wirePath) => {
      const match = /^([Ll]st[A-Za-z]+)(?:\[(\d{1,6})\](?:\.(\w+))?)?$/.exec(wirePath)
      if (!match) return singleFormPath(wirePath)
      const [, list, index, name] = match
      const section = sections.find((candidate) => wireLists[candidate] === list)
      return section === undefined ? null : itemFormPath(section, index, name)
    },
  }
}
