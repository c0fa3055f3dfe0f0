// Kinds that the portal cannot record yet say so, and what can be done until then.
import { Button, Group, Text } from '@mantine/core'
import type { Channel } from './channel.ts'
import { Sheet } from './Sheet.tsx'

/** The papers by the name of their form. */
const papers: Record<string, string> = {
  bankreconciliation: 'Bank Reconciliation',
}

export function NotBuilt({ channel }: { channel: Channel }) {
  const { form, company } = channel.context
  return (
    <Sheet title={papers[form] ?? 'Form'} company={company}>
      <Text maw={640}>
        This form is not ready yet: nothing can be recorded with it. Keep the paper with the others of its month until
        the form is here.
      </Text>
      <Text maw={640} mt="sm">
        Meanwhile invoices can be recorded, and customers and suppliers registered, so that their TINs are ready by
        then.
      </Text>
      <Group gap="sm" mt="lg">
        <Button onClick={() => channel.navigate({ to: 'invoice' })}>Record an invoice</Button>
        <Button variant="default" onClick={() => channel.navigate({ to: 'customertin' })}>
          Register a customer
        </Button>
        <Button variant="default" onClick={() => channel.navigate({ to: 'vendortin' })}>
          Register a supplier
        </Button>
      </Group>
    </Sheet>
  )
}
