import { Callout } from '@/components/ui/callout'

/** Above the steps of an application that the partner had before the desk: what is filled in is all that is sent. */
export function AdoptedCallout() {
  return (
    <Callout title="Fill in only what should change">
      The desk does not know what the partner holds. A field left empty is not sent, and stays as it is there.
    </Callout>
  )
}
