/** What a failed sign-in means for the person, from the code that the server answered with. */
export function signInWords(code: string | null | undefined): string {
  const minutes = /^closed:(\d+)$/.exec(code ?? '')?.[1]
  if (minutes) {
    return `There were too many failed tries. Try again in ${minutes} ${minutes === '1' ? 'minute' : 'minutes'}, or ask an administrator.`
  }
  if (code === 'wrong') return 'The e-mail address or the password is wrong. Check both and try again.'
  return 'The desk could not be reached. Check the connection and try again.'
}
