/**
 * The same plain value with its texts as PostgreSQL can keep them: a NUL is dropped, and half of a
 * surrogate pair becomes the replacement character. For what others wrote: a partner's answer, a search.
 */
export const storable = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value), (_name, member) =>
    typeof member === 'string' ? member.replaceAll('\u0000', '').toWellFormed() : member,
  )
