import { isTimeZone } from '@/lib/domain/values/time-zone'

/** The time zone of a browser is a cookie, so that the server writes times in it and nothing is written twice. */
export const ZONE_COOKIE = 'zone'

/** Null where it is none that is known. */
export const readZone = (value: string | undefined): string | null =>
  value !== undefined && value.length <= 64 && isTimeZone(value) ? value : null
