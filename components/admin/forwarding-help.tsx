import { CopyableText } from '@/components/ui/copyable-text'
import { Panel } from '@/components/ui/panel'
import { VERIFY_SAMPLE } from './forwarding-sample'

/** For whoever builds the other side. */
export function ForwardingHelp() {
  return (
    <Panel
      title="For the system that receives"
      description="What it gets, and how it knows that it comes from this desk."
    >
      <div className="grid grid-cols-1 gap-x-8 gap-y-4 xl:grid-cols-2">
        <ul className="flex max-w-prose list-disc flex-col gap-1.5 ps-5 text-sm">
          <li>
            A POST of JSON: <Code>type</Code> is <Code>callback.received</Code>, <Code>callback.changed</Code>{' '}
            or <Code>test</Code>; <Code>data</Code> has the sale as the log had it at <Code>timestamp</Code>,
            without the cardholder’s address. <Code>amount_minor</Code> is in cents, and null where the
            partner’s text does not say for sure.
          </li>
          <li>
            Any 2xx within 10 seconds takes it. Anything else is tried again, eight times over about half an
            hour, and then waits here for a person; 410 ends it at once. Redirects are not followed.
          </li>
          <li>
            A message may come twice, and messages may overtake each other: keep each <Code>webhook-id</Code>{' '}
            once, and of one <Code>log_number</Code> the latest <Code>timestamp</Code>.
          </li>
          <li>
            The signature is that of Standard Webhooks: take a library for it, or the lines shown here. The
            text is signed as it came, so verify it before you parse it.
          </li>
        </ul>
        <CopyableText label="Verify a message" hint="Node.js, nothing to install." text={VERIFY_SAMPLE} />
      </div>
    </Panel>
  )
}

function Code({ children }: { children: string }) {
  return <code className="font-mono text-[0.9286em] whitespace-nowrap">{children}</code>
}
