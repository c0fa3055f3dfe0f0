// Something the sheet needs did not come: what happened, and a retry that works.
import { Alert, Button } from '@mantine/core'
import { Sheet } from './Sheet.tsx'

export function Trouble({ title, company, sentence, onRetry }: { title: string; company: string; sentence: string; onRetry: () => void }) {
  return (
    <Sheet title={title} company={company}>
      <Alert color="red" variant="light" role="alert" title="The form could not be opened" mb="md">
        {sentence}
      </Alert>
      <Button onClick={onRetry}>Try again</Button>
    </Sheet>
  )
}
