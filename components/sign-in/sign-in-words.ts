/** What a failed sign-in means for the person, from the code that the server answered with. */
export function signInWords(code: string | null | undefined): string {
  const minutes = /^closed:(\d+)$/.exec(code ?? '')?.[1]
  if (minutes) {
    return `Too many attempts. Try again in ${minutes} ${minutes === '1' ? 'minute' : 'minutes'}, or ask an administrator.`
  }
  if (code === 'wrong') return 'Incorrect email or password. Check both and try again.'
  return 'The desk could not be reached. Check the connection and try again.'
}
