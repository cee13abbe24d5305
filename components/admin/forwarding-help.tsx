import { CopyableText } from '@/components/ui/copyable-text'
import { Panel } from '@/components/ui/panel'
import { VERIFY_SAMPLE } from './forwarding-sample'

/** For the developers of the receiving system. */
export function ForwardingHelp() {
  return (
    <Panel title="Integration guide" description="Message format and signature.">
      <div className="grid grid-cols-1 gap-x-8 gap-y-4 xl:grid-cols-2">
        <ul className="flex max-w-prose list-disc flex-col gap-1.5 ps-5 text-sm">
          <li>
            A POST of JSON: <Code>type</Code> is <Code>callback.received</Code>, <Code>callback.changed</Code>{' '}
            or <Code>test</Code>; <Code>data</Code> has the sale as of <Code>timestamp</Code>, without the
            cardholder’s address. <Code>amount_minor</Code> is in cents, or null if the amount is ambiguous.
          </li>
          <li>
            Answer 2xx within 10 seconds. Otherwise the message is retried eight times over about half an
            hour; after that, resend it here. 410 stops retries. Redirects are not followed.
          </li>
          <li>
            Messages may arrive twice or out of order: process each <Code>webhook-id</Code> once, and of one{' '}
            <Code>log_number</Code> the latest <Code>timestamp</Code>.
          </li>
          <li>
            Signatures follow Standard Webhooks. Use a library or the code below. Verify the raw body before
            you parse it.
          </li>
        </ul>
        <CopyableText label="Verify a message" hint="Node.js, no dependencies." text={VERIFY_SAMPLE} />
      </div>
    </Panel>
  )
}

function Code({ children }: { children: string }) {
  return <code className="font-mono text-[0.9286em] whitespace-nowrap">{children}</code>
}
